# Ctrl-X F puts the address of an item that you pick into the command line, Ctrl-X L its url.
#
# In ~/.zshrc:   source /usr/share/footlight/pick.zsh
# Other keys:    bindkey '^[o' __footlight_pick_address

__footlight_pick() {
  local picked
  picked=$(footlight pick "$@" </dev/tty) && [[ -n $picked ]] && LBUFFER+=${(q-)picked}
  zle reset-prompt
}
__footlight_pick_address() { __footlight_pick --print }
__footlight_pick_url() { __footlight_pick --format '{url}' }

zle -N __footlight_pick_address
zle -N __footlight_pick_url
bindkey '^Xf' __footlight_pick_address
bindkey '^Xl' __footlight_pick_url
