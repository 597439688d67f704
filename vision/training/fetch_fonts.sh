#!/bin/sh
# Fetch the fonts of font_packages.txt from Debian's archive into a folder, without installing them.
#
#   fetch_fonts.sh FOLDER [LIST]
#
# LIST is another file of packages, one a line, instead of font_packages.txt.
# FOLDER is made anew. Its fonts.conf, as FONTCONFIG_FILE, shows a program these fonts and no others,
# so that drawn decks have the same letters on every machine. Needs apt and dpkg, not root.
set -eu

[ $# = 1 ] || [ $# = 2 ] || { echo "usage: fetch_fonts.sh FOLDER [LIST]" >&2; exit 2; }
command -v apt-get >/dev/null && command -v dpkg >/dev/null || {
    echo "fetch_fonts.sh: found no apt-get and dpkg; the fonts come from Debian's archive" >&2
    exit 2
}
packages=$(sed '/^#/d' "${2:-$(dirname "$0")/font_packages.txt}")
# A new machine knows no package before its first update, which only root can make.
[ "$(id -u)" != 0 ] || apt-get -q -o DPkg::Lock::Timeout=600 update >/dev/null

rm -rf "$1"
mkdir -p "$1/packages" "$1/root"
folder=$(cd "$1" && pwd)
cd "$folder/packages"
# shellcheck disable=SC2086  # a list of words
apt-get -q -o APT::Sandbox::User=root download $packages >/dev/null
for package in *.deb; do
    dpkg -x "$package" "$folder/root"
done
rm -r "$folder/packages"

cat >"$folder/fonts.conf" <<END
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>$folder/root/usr/share/fonts</dir>
  <cachedir>$folder/cache</cachedir>
</fontconfig>
END
echo "fetch_fonts.sh: $(find "$folder/root" -name '*.ttf' -o -name '*.otf' | wc -l) fonts in $folder"
