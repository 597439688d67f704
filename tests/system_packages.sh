#!/bin/sh
# Install the system's packages that a long proof needs, where they are missing.
#
#   system_packages.sh THING:PACKAGE...
#
# THING is a command, or a file by its full path; PACKAGE is what Debian calls the package that has
# it. Nothing is asked of the network when everything is there. Needs root otherwise.
set -eu

there() {
    case $1 in
        /*) [ -e "$1" ] ;;
        *) command -v "$1" >/dev/null 2>&1 || [ -x "/usr/sbin/$1" ] ;;
    esac
}

wanted=''
for pair in "$@"; do
    there "${pair%%:*}" || wanted="$wanted ${pair#*:}"
done
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "system_packages.sh: missing:$wanted; as root: apt-get install$wanted" >&2
    exit 2
fi
# Another installation may be under way.
apt="apt-get -q -y -o DPkg::Lock::Timeout=600"
$apt update >/dev/null
# shellcheck disable=SC2086  # a list of words
DEBIAN_FRONTEND=noninteractive $apt install --no-install-recommends $wanted >/dev/null
for pair in "$@"; do
    there "${pair%%:*}" || {
        echo "system_packages.sh: ${pair#*:} is installed and has no ${pair%%:*}" >&2
        exit 3
    }
done
