#!/bin/sh
# Builds the sample application into the folder $1 and shows what codens knows of it. $BIN holds codens and python.
set -eu

folder=$1
here=$(dirname "$0")
PATH="$BIN:$PATH"

# show a command as one would type it, then run it
run() {
  printf '\n$'
  for word in "$@"; do
    case $word in
      *" "*) printf ' "%s"' "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}

rm -rf "$folder"
run python "$here/build_sample.py" "$folder"
cd "$folder"

run codens init
run codens build  # ends with the summary that `codens status` shows
run codens ask "How does a reader ask for a refund?"
run codens ask "Why can a refund only be approved by a manager?"
run codens ask "What happens when an order is placed?"
run codens history app.policies.refund_policy

printf '\nAsk on: cd %s && %s/codens ask "..."\n' "$folder" "$BIN"
