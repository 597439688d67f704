#!/bin/sh
# Put the referee on this machine, bring it up to date, go back, take it away.
#
#   install.sh install WHEEL [--constraints FILE] [--wheels FOLDER] [--no-apt] [--no-start]
#   install.sh rollback
#   install.sh uninstall [--purge]
#
# `install` on a machine that has the referee is an upgrade: the new version gets a folder of its
# own, and when it does not become ready the old one is put back. Every version brings its own
# units. Settings, journals and backups are only ever removed by `uninstall --purge`.
#
#   --constraints FILE  a requirements.lock: the versions the tests ran with
#   --wheels FOLDER     take everything from here, without a network
#   --no-apt            leave the system's packages alone
#   --no-start          enable, but do not start (also when no systemd runs, as in an image)
#
# Exit status: 0 done, 2 refused and nothing changed, 3 failed and the old version is in place.
set -eu

HOME_FOLDER=/opt/guandan-referee
SETTINGS=/etc/guandan-referee
STATE=/var/lib/guandan-referee
BACKUPS=/var/backups/guandan-referee
SERVICE=guandan-referee.service
TIMER=guandan-referee-backup.timer

say() { printf '%s\n' "install.sh: $*"; }
refuse() { printf '%s\n' "install.sh: $*" >&2; exit 2; }
fail() { printf '%s\n' "install.sh: $*" >&2; exit 3; }

booted() { [ -d /run/systemd/system ]; }

main() {
    [ $# -ge 1 ] || refuse "wanted: install WHEEL, rollback or uninstall"
    [ "$(id -u)" = 0 ] || refuse "this needs root; put sudo in front"
    verb=$1
    shift
    case $verb in
        install) install_wheel "$@" ;;
        rollback) [ $# = 0 ] || refuse "rollback takes no arguments"; roll_back ;;
        uninstall) uninstall "$@" ;;
        *) refuse "found $verb, wanted install, rollback or uninstall" ;;
    esac
}

install_wheel() {
    [ $# -ge 1 ] || refuse "install needs the wheel: install.sh install guandan_referee-*.whl"
    wheel=$1
    shift
    constraints='' wheels='' apt=yes start=yes
    while [ $# -gt 0 ]; do
        case $1 in
            --constraints) constraints=${2:?}; shift ;;
            --wheels) wheels=${2:?}; shift ;;
            --no-apt) apt=no ;;
            --no-start) start=no ;;
            *) refuse "unknown option $1" ;;
        esac
        shift
    done
    [ -f "$wheel" ] || refuse "$wheel: there is no such wheel"
    [ -z "$constraints" ] || [ -f "$constraints" ] || refuse "$constraints: there is no such file"
    [ -z "$wheels" ] || [ -d "$wheels" ] || refuse "$wheels: there is no such folder"
    [ "$apt" = no ] || system_packages
    python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
        refuse "python3 3.11 or newer with venv is needed: apt-get install python3-venv"

    mkdir -p "$HOME_FOLDER/versions"
    version=$(next_version)
    fresh=$HOME_FOLDER/versions/$version
    # Interrupted half-way, nothing points to the new folder yet.
    trap 'rm -rf "$fresh"' EXIT
    say "installing version $version"
    make_venv "$fresh" "$wheel" "$constraints" "$wheels" ||
        fail "the packages could not be installed; nothing was changed"
    trap - EXIT

    old=$(readlink "$HOME_FOLDER/current" 2>/dev/null || true)
    take_up "versions/$version"
    if [ -n "$old" ]; then
        ln -sfn "$old" "$HOME_FOLDER/previous"
    fi
    if [ "$start" = yes ] && booted; then
        systemctl reset-failed "$SERVICE" 2>/dev/null || true
        if ! systemctl restart "$SERVICE"; then
            journalctl --unit="$SERVICE" --lines=20 --no-pager >&2 || true
            if [ -z "$old" ]; then
                fail "the table does not become ready; see: guandan-referee doctor"
            fi
            take_up "$old"
            systemctl reset-failed "$SERVICE" || true
            systemctl restart "$SERVICE" || say "the old version does not start either"
            fail "version $version does not become ready; $old is back in its place"
        fi
        systemctl start "$TIMER"
    fi
    # Only now: a version that does not become ready must find the settings as they were.
    "$HOME_FOLDER/current/bin/guandan-referee" migrate-config --config "$SETTINGS/table.toml" ||
        say "the settings stay as they are; see: guandan-referee check-config"
    drop_old_versions
    say "version $version is in place; next: guandan-referee doctor --config $SETTINGS/table.toml"
}

system_packages() {
    command -v apt-get >/dev/null || refuse "no apt-get here; use --no-apt"
    wanted=python3-venv
    # Raspberry Pi's own archive has these; Debian's does not, and a table can do without a camera.
    for package in python3-picamera2 python3-lgpio; do
        if [ -n "$(apt-cache search --names-only "^$package\$" 2>/dev/null)" ]; then
            wanted="$wanted $package"
        fi
    done
    # shellcheck disable=SC2086  # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $wanted ||
        fail "apt-get could not install: $wanted"
}

next_version() {
    count=1
    while [ -e "$HOME_FOLDER/versions/$count" ]; do
        count=$((count + 1))
    done
    echo "$count"
}

make_venv() {
    folder=$1 wheel=$2 constraints=$3 wheels=$4
    # picamera2 exists only as a system package.
    python3 -m venv --system-site-packages "$folder" || return 1
    pins=$folder/constraints.txt
    if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
        # Bookworm's python3-simplejpeg is compiled for numpy 1; later OpenCV wants numpy 2.
        printf 'numpy<2\nopencv-python-headless==4.11.0.86\n' >"$pins"
    elif [ -n "$constraints" ]; then
        # A constraint may not carry hashes; what was hashed is the lock of the tests.
        sed -E '/^[[:space:]]*--hash/d; s/[[:space:]]*\\$//' "$constraints" >"$pins"
    else
        : >"$pins"
    fi
    set -- --quiet --disable-pip-version-check --no-compile --constraint "$pins"
    if [ -n "$wheels" ]; then
        set -- "$@" --no-index --find-links "$wheels"
    fi
    "$folder/bin/python" -m pip install "$@" "$wheel[pi]" || return 1
    # The service may not write here: compile once, now.
    "$folder/bin/python" -m compileall -q -j 0 "$folder/lib" >/dev/null || true
    "$folder/bin/guandan-referee" --help >/dev/null
}

# Make a version the one that runs: its units, its settings where there are none, then the link.
take_up() {
    target=$HOME_FOLDER/$1
    data=$("$target/bin/python" -c 'import importlib.resources as r; print(r.files("referee") / "data")')
    units=$data/systemd
    for unit in "$units"/*.service "$units"/*.timer; do
        install -D -m 0644 "$unit" "/etc/systemd/system/${unit##*/}"
    done
    install -D -m 0644 "$units/guandan-referee.sysusers.conf" /etc/sysusers.d/guandan-referee.conf
    install -D -m 0644 "$units/guandan-referee.tmpfiles.conf" /etc/tmpfiles.d/guandan-referee.conf
    install -D -m 0644 "$units/guandan-referee.journald.conf" \
        /etc/systemd/journald.conf.d/guandan-referee.conf
    for rule in "$units"/*.rules; do
        [ ! -f "$rule" ] || install -D -m 0644 "$rule" "/etc/udev/rules.d/${rule##*/}"
    done
    systemd-sysusers guandan-referee.conf
    systemd-tmpfiles --create guandan-referee.conf
    if [ ! -f "$SETTINGS/table.toml" ]; then
        # An operator's shell must find the journals that the service writes.
        sed "s|^folder = \"\"|folder = \"$STATE\"|" "$data/config/table.toml" \
            >"$SETTINGS/table.toml"
        chmod 0644 "$SETTINGS/table.toml"
    fi
    ln -sfn "$1" "$HOME_FOLDER/current.new"
    mv -T "$HOME_FOLDER/current.new" "$HOME_FOLDER/current"
    ln -sfn "$HOME_FOLDER/current/bin/guandan-referee" /usr/local/bin/guandan-referee
    if booted; then
        systemctl daemon-reload
        udevadm control --reload || true
        systemctl try-restart systemd-journald.service || true
    fi
    systemctl enable --quiet "$SERVICE" "$TIMER"
}

# The one that runs and the one before it stay.
drop_old_versions() {
    for folder in "$HOME_FOLDER"/versions/*; do
        name=versions/${folder##*/}
        if [ "$name" != "$(readlink "$HOME_FOLDER/current")" ] &&
            [ "$name" != "$(readlink "$HOME_FOLDER/previous" 2>/dev/null || true)" ]; then
            rm -rf "$folder"
        fi
    done
}

roll_back() {
    new=$(readlink "$HOME_FOLDER/current" 2>/dev/null) || refuse "the referee is not installed"
    old=$(readlink "$HOME_FOLDER/previous" 2>/dev/null) || refuse "there is no previous version"
    [ -d "$HOME_FOLDER/$old" ] || refuse "$HOME_FOLDER/$old: the previous version is gone"
    settings_for "$HOME_FOLDER/$old/bin/guandan-referee"
    take_up "$old"
    ln -sfn "$new" "$HOME_FOLDER/previous"
    if booted; then
        systemctl reset-failed "$SERVICE" 2>/dev/null || true
        systemctl restart "$SERVICE" || fail "$old does not become ready either"
    fi
    say "$old is in place again"
}

# An older program may not know the format that the newer one brought the settings to.
settings_for() {
    "$1" check-config "$SETTINGS/table.toml" >/dev/null 2>&1 && return
    for kept in "$SETTINGS"/table.toml.format-*; do
        if [ -f "$kept" ] && cp "$kept" /run/guandan-rollback.toml &&
            "$1" check-config /run/guandan-rollback.toml >/dev/null 2>&1; then
            cp -p "$SETTINGS/table.toml" "$SETTINGS/table.toml.newer"
            cp -p "$kept" "$SETTINGS/table.toml"
            say "the settings are those of $kept again; the newer ones: $SETTINGS/table.toml.newer"
        fi
    done
    rm -f /run/guandan-rollback.toml
}

uninstall() {
    purge=no
    case ${1:-} in
        '') ;;
        --purge) purge=yes ;;
        *) refuse "unknown option $1" ;;
    esac
    if booted; then
        systemctl stop "$SERVICE" guandan-referee-safe.service "$TIMER" 2>/dev/null || true
    fi
    systemctl disable --quiet "$SERVICE" "$TIMER" 2>/dev/null || true
    rm -f /etc/systemd/system/guandan-referee*.service /etc/systemd/system/guandan-referee*.timer \
        /etc/systemd/system/guandan-panel-flash@.service \
        /etc/sysusers.d/guandan-referee.conf /etc/tmpfiles.d/guandan-referee.conf \
        /etc/systemd/journald.conf.d/guandan-referee.conf /etc/udev/rules.d/70-guandan-*.rules \
        /usr/local/bin/guandan-referee
    rm -rf "$HOME_FOLDER"
    if booted; then
        systemctl daemon-reload
        udevadm control --reload || true
    fi
    if [ "$purge" = yes ]; then
        rm -rf "$SETTINGS" "$STATE" "$BACKUPS"
        say "program, settings, journals and backups are gone"
    else
        say "the program is gone; $SETTINGS, $STATE and $BACKUPS are kept"
    fi
}

main "$@"
