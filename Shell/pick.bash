# Ctrl-X F puts the address of an item that you pick into the command line, Ctrl-X L its url.
#
# In ~/.bashrc:  source /usr/share/footlight/pick.bash
# Other keys:    bind -x '"\eo": __footlight_pick --print'

__footlight_pick() {
  local picked
  picked=$(footlight pick "$@") && [ -n "$picked" ] || return 0
  printf -v picked '%q' "$picked"
  READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$picked${READLINE_LINE:READLINE_POINT}
  READLINE_POINT=$((READLINE_POINT + ${#picked}))
}

bind -x '"\C-xf": __footlight_pick --print'
bind -x '"\C-xl": __footlight_pick --format {url}'
