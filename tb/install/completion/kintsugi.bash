# Completion of kintsugi for bash. It asks the program for its commands, and the help of a command for its options.
_kintsugi() {
  local word=${COMP_WORDS[COMP_CWORD]} command='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ ${COMP_WORDS[i]} != -* ]]; then
      command=${COMP_WORDS[i]}
      break
    fi
  done
  local commands words=''
  commands=$("${COMP_WORDS[0]}" help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z]\+\) .*/\1/p')
  if [[ -z $command ]]; then
    words="$commands --help --version"
  elif [[ $word == -* ]]; then
    words=$("${COMP_WORDS[0]}" help "$command" 2>/dev/null | grep -oE '^  (-h,)?--[a-z-]+' | grep -oE -- '--[a-z-]+')
  elif [[ $command == help ]]; then
    words="$commands $("${COMP_WORDS[0]}" help 2>/dev/null | sed -n '/^kintsugi help TOPIC/,/^$/{/^ /{s/,//g;p;}}')"
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    return
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -F _kintsugi kintsugi
