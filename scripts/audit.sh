#!/usr/bin/env bash
# Looks for known vulnerabilities of the modules of Go and npm. Status 1: there is one.
# The databases are on the network. One that does not answer is reported, and fails with
# AUDIT=required only, so that tests run without them.
set -uo pipefail
cd "$(dirname "$0")/.."
database=${GOVULNDB:-https://vuln.go.dev}
failed=0

missing() { # NAME REASON
	echo "NOT AUDITED: $1 ($2)"
	[ "${AUDIT:-}" != required ] || failed=1
}

# Asked first, since it takes half a minute to build govulncheck.
case $database in
file:*) reachable=true ;;
*) reachable=$(node -e '
	fetch(process.argv[1] + "/index/db.json", { signal: AbortSignal.timeout(10000) }).then(
		(r) => console.log(r.ok ? "true" : "status " + r.status),
		(e) => console.log(e.cause?.code ?? e.message),
	)' "$database" 2>&1) ;;
esac
if [ "$reachable" = true ]; then
	go run golang.org/x/vuln/cmd/govulncheck@v1.9.0 -db "$database" ./... || failed=1
else
	missing "the modules of Go" "$database: $reachable"
fi

report=$(cd web && npm audit --json 2>/dev/null)
case $(node -e '
	let text = "";
	process.stdin.on("data", (d) => (text += d)).on("end", () => {
		let known;
		try { known = JSON.parse(text).metadata?.vulnerabilities; } catch {}
		console.log(known ? (known.total > 0 ? "vulnerable" : "clean") : "unreachable");
	})' <<<"$report") in
clean) echo "npm audit: found 0 vulnerabilities" ;;
vulnerable)
	(cd web && npm audit)
	failed=1
	;;
*) missing "the modules of npm" "npm audit has no answer from the registry" ;;
esac
exit $failed
