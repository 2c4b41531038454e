"""Code hosts: asking GitHub and GitLab for pull requests and keeping the answers. httpx is used only here."""
