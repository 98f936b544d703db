#!/usr/bin/env bash
# Makes an authority (authority/ca-key.pem, tls/ca.pem) and a certificate that it has signed
# for NATS servers (tls/server.pem, tls/server-key.pem). The arguments are their host names.
# Run it again before a year is over: it keeps the authority and replaces the certificate.
set -euo pipefail
umask 077
cd "$(dirname "$0")"
mkdir -p authority tls
[ $# -gt 0 ] || set -- nats1 nats2 nats3
names=$(printf ',DNS:%s' "$@")
new=(req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes)
[ -e authority/ca-key.pem ] || openssl "${new[@]}" -x509 -days 3650 -subj '/CN=wane NATS authority' \
	-addext basicConstraints=critical,CA:true -addext keyUsage=critical,keyCertSign -keyout authority/ca-key.pem -out tls/ca.pem
openssl "${new[@]}" -subj '/CN=NATS' -keyout tls/server-key.pem |
	openssl x509 -req -CA tls/ca.pem -CAkey authority/ca-key.pem -set_serial "0x$(openssl rand -hex 16)" -days 365 -out tls/server.pem \
		-extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth,clientAuth\n' "${names#,}")
chmod 644 tls/ca.pem tls/server.pem
