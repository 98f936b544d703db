#!/usr/bin/env bash
# Installs what the tests need beside Go: Chromium and PostgreSQL. It does nothing
# if both are there. On Debian and its relatives it uses apt-get, as root or by
# sudo; elsewhere it says what to install.
#
# Of Chromium the tests like the shell best, which has no window and takes much less
# processor time. Where a whole Chromium is there it does as well, so for the shell
# alone nobody is asked for a password, and nothing fails.
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

# Debian keeps PostgreSQL's programs out of the PATH.
have_postgresql() {
	local bin
	for bin in "$(dirname "$(command -v initdb || echo /none/initdb)")" /usr/lib/postgresql/*/bin; do
		if [ -x "$bin/initdb" ] && [ -x "$bin/postgres" ]; then return 0; fi
	done
	return 1
}

missing=()
have_shell || missing+=(chromium-headless-shell)
have_postgresql || missing+=(postgresql)
[ ${#missing[@]} -gt 0 ] || exit 0

enough() {
	have_chromium && have_postgresql
}

# fail ends in vain, unless the tests can go on with what is there.
fail() {
	if enough; then
		echo "testdeps: $1; the tests go on with the Chromium that is there" >&2
		exit 0
	fi
	echo "testdeps: $1" >&2
	echo "testdeps: the tests need ${missing[*]/%-headless-shell/}; install it by hand and try again" >&2
	exit 1
}

if ! command -v apt-get >/dev/null; then
	if enough; then exit 0; fi
	fail "there is no apt-get here"
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
	as_root=(sudo)
	if ! sudo -n true 2>/dev/null; then
		if enough; then exit 0; fi
		command -v sudo >/dev/null || fail "installing needs root, and there is no sudo"
		[ -t 0 ] || fail "installing needs root, and sudo wants a password"
	fi
fi

# apt runs apt-get without questions and shows what it said only if it fails.
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
apt update || fail "the list of packages could not be fetched"

# The tests start servers of their own. Where nobody has set PostgreSQL up yet, its
# package need not start one as well.
conf=/etc/postgresql-common/createcluster.conf
if [[ " ${missing[*]} " == *" postgresql "* ]] && [ ! -e /etc/postgresql ]; then
	apt install --no-install-recommends postgresql-common || fail "postgresql-common could not be installed"
	if ! grep -qs '^create_main_cluster' "$conf"; then
		echo 'create_main_cluster = false' | "${as_root[@]}" tee -a "$conf" >/dev/null
	fi
fi

# Not every relative of Debian has the shell.
if [ "${missing[0]}" = chromium-headless-shell ] && ! apt-cache show chromium-headless-shell >/dev/null 2>&1; then
	missing=("${missing[@]:1}")
	have_chromium || missing+=(chromium)
	[ ${#missing[@]} -gt 0 ] || exit 0
fi
apt install --no-install-recommends "${missing[@]}" || fail "${missing[*]} could not be installed"
have_chromium || fail "Chromium is still missing"
have_postgresql || fail "PostgreSQL is still missing"
