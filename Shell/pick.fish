# Ctrl-X F puts the address of an item that you pick into the command line, Ctrl-X L its url.
#
# In ~/.config/fish/config.fish:  source /usr/share/footlight/pick.fish
# Other keys:                     bind \eo '__footlight_pick --print'

function __footlight_pick
    set -l picked (footlight pick $argv | string collect)
    test -n "$picked"
    and commandline --insert -- (string escape -- $picked)
    commandline --function repaint
end

bind \cxf '__footlight_pick --print'
bind \cxl "__footlight_pick --format '{url}'"
