#!/usr/bin/env bash
# Installs what the tests need besides Go: Chromium, PostgreSQL and Python. It does nothing
# if all exist. On Debian and its derivatives it uses apt-get, as root or with
# sudo; elsewhere it prints what to install.
#
# The tests prefer the headless shell of Chromium, which takes much less processor
# time. A full Chromium works as well: for the shell alone, the script neither asks
# for a password nor fails.
#
# 'testdeps.sh browsers' installs what 'make browsers' needs instead: Firefox, WebKit
# with its driver, and Xvfb, on which WebKit draws its windows.
set -euo pipefail

have_chromium() {
	local name
	for name in chromium chromium-browser google-chrome google-chrome-stable; do
		if command -v "$name" >/dev/null; then return 0; fi
	done
	have_shell
}

have_shell() {
	command -v chromium-headless-shell >/dev/null || command -v chrome-headless-shell >/dev/null
}

# The snap of Firefox, which Ubuntu has, cannot read the profiles that the tests write.
have_firefox() {
	local path
	path=$(command -v firefox) && [[ $(readlink -f "$path") != *snap* ]] && ! head -c 2000 "$path" | grep -aq /snap/
}

# Debian keeps PostgreSQL's programs out of the PATH.
have_postgresql() {
	local bin
	for bin in "$(dirname "$(command -v initdb || echo /none/initdb)")" /usr/lib/postgresql/*/bin; do
		if [ -x "$bin/initdb" ] && [ -x "$bin/postgres" ]; then return 0; fi
	done
	return 1
}

others=
missing=()
if [ "${1:-}" = browsers ]; then
	others=1
	have_firefox || missing+=(firefox-esr)
	command -v WebKitWebDriver >/dev/null || missing+=(webkit2gtk-driver)
	command -v Xvfb >/dev/null || missing+=(xvfb)
else
	have_shell || missing+=(chromium-headless-shell)
	have_postgresql || missing+=(postgresql)
	command -v python3 >/dev/null || missing+=(python3) # a checker of proofs is in Python
fi
[ ${#missing[@]} -gt 0 ] || exit 0

enough() {
	[ -z "$others" ] && have_chromium && have_postgresql && command -v python3 >/dev/null
}

# fail exits with an error, unless the tests can use what is installed.
fail() {
	if enough; then
		echo "testdeps: $1; the tests use the installed Chromium" >&2
		exit 0
	fi
	echo "testdeps: $1" >&2
	echo "testdeps: the tests need ${missing[*]/%-headless-shell/}; install it manually and try again" >&2
	exit 1
}

if ! command -v apt-get >/dev/null; then
	if enough; then exit 0; fi
	fail "apt-get is missing"
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	as_root=(sudo)
	if ! sudo -n true 2>/dev/null; then
		if enough; then exit 0; fi
		command -v sudo >/dev/null || fail "the installation needs root, and sudo is missing"
		[ -t 0 ] || fail "the installation needs root, and sudo asks for a password"
	fi
fi

# apt runs apt-get without questions and shows its output only if it fails.
apt() {
	local log
	log=$(mktemp)
	if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" >"$log" 2>&1; then
		cat "$log" >&2
		rm -f "$log"
		return 1
	fi
	rm -f "$log"
}

echo "testdeps: installing ${missing[*]}" >&2
apt update || fail "cannot fetch the package list"

available() {
	[ -n "$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: *//p' | grep -vxF '(none)')" ]
}

# Debian's Firefox is firefox-esr. Others call it firefox, but on Ubuntu that is the snap.
if [ "${missing[0]}" = firefox-esr ] && ! available firefox-esr; then
	missing[0]=firefox
	if ! available firefox || apt-cache policy firefox | grep -q 'Candidate:.*snap'; then
		fail "apt-get has no Firefox but the snap, which cannot read the tests' profiles: packages.mozilla.org has a package"
	fi
fi

# The tests start their own servers. If PostgreSQL is not set up yet, its package
# need not start one.
conf=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " == *" postgresql "* ]] && [ ! -e /etc/postgresql ]; then
	apt install --no-install-recommends postgresql-common || fail "cannot install postgresql-common"
	if ! grep -qs '^create_main_cluster' "$conf"; then
		echo 'create_main_cluster = false' | "${as_root[@]}" tee -a "$conf" >/dev/null
	fi
fi

# Not every derivative of Debian has the shell.
if [ "${missing[0]}" = chromium-headless-shell ] && ! available chromium-headless-shell; then
	missing=("${missing[@]:1}")
	have_chromium || missing+=(chromium)
	[ ${#missing[@]} -gt 0 ] || exit 0
fi
apt install --no-install-recommends "${missing[@]}" || fail "cannot install ${missing[*]}"
[ -z "$others" ] || exit 0
have_chromium || fail "Chromium is still missing"
have_postgresql || fail "PostgreSQL is still missing"
