"""Pull requests and file contents: from local git, from code hosts, and from exported files."""
