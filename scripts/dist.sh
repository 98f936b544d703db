#!/usr/bin/env bash
# Makes the files of a release from the built page: archives for all systems, packages for
# Debian, an image, an SBOM and checksums. The same commit makes the same bytes again, with
# the same versions of Go, Node.js, tar, gzip, zip and dpkg.
#
#   scripts/dist.sh 1.2.3 [FOLDER]       dist/release if none is given
#   PLATFORMS=linux/amd64 for some of them, PGO=off for slower programs, which are built in a third of the time
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1#v} out=${2:-dist/release} profile=${PGO:-cmd/wane-engine-wasm/profile.pgo}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] ||
	{ echo "dist: version \"$1\" is invalid, expected one such as 1.2.3 or 1.2.3-rc.1" >&2; exit 2; }
for program in dpkg-deb git jq zip; do
	command -v $program >/dev/null || { echo "dist: $program is missing (apt-get install $program)" >&2; exit 1; }
done
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C CGO_ENABLED=0
umask 022
read -ra platforms <<<"${PLATFORMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ ! -e "$out" ] || [ -e "$out/SHA256SUMS" ] || rmdir "$out" 2>/dev/null ||
	{ echo "dist: $out is not empty and has no release (no SHA256SUMS): expected a new folder" >&2; exit 1; }
rm -rf "$out" && mkdir -p "$out" && : >"$out/SHA256SUMS"
out=$(cd "$out" && pwd)

pack=(tar --sort=name "--mtime=@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu)
compile() { # PROGRAM PACKAGE
	go build -trimpath -buildvcs=false -pgo "$profile" -ldflags "-s -w -X main.version=$version" -o "$1" ./cmd/wane
}

# Every module whose code is in a program of any system, and what Vite bundles into the page.
for os in linux darwin windows; do
	GOOS=$os go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/wane
done | sort -u >"$work/modules"
bundled=web/dist/page/licenses.md
[ -s "$bundled" ] || { echo "dist: $bundled is missing: run 'make web' first" >&2; exit 1; }

{
	echo "wane contains the work of others, under these licenses."
	printf '\n## Go\n\n' && cat "$(go env GOROOT)/LICENSE"
	while read -r module tag folder; do
		texts=$(find "$folder" -maxdepth 1 -type f -iregex '.*/\(un\)?\(licen[sc]e\|copying\|notice\)[^/]*' | sort)
		[ -n "$texts" ] || { echo "dist: $module $tag has no license in $folder" >&2; exit 1; }
		printf '\n## %s - %s\n' "$module" "$tag"
		while read -r text; do echo && tr -d '\r' <"$text"; done <<<"$texts"
	done <"$work/modules"
	sed -n '/^## /,$p' "$bundled"
} >"$work/LICENSES.md"

{
	awk '{ print $1, $2, "golang" }' "$work/modules"
	echo "stdlib $(go env GOVERSION | sed 's/^go/v/') golang"
	sed -nE 's/^## (\S+) - (\S+).*/\1 \2 npm/p' "$bundled"
} | jq -Rn --arg version "$version" --arg date "$(date -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" '{
	bomFormat: "CycloneDX", specVersion: "1.6", version: 1,
	metadata: { timestamp: $date, component: {
		type: "application", name: "wane", version: $version, "bom-ref": "wane", licenses: [{license: {id: "MIT"}}],
		purl: "pkg:golang/github.com/wane-chess/wane@v\($version)" } },
	components: [inputs / " " | "pkg:\(.[2])/\(.[0] | sub("^@"; "%40"))@\(.[1] | @uri)" as $purl |
		{type: "library", name: .[0], version: .[1], purl: $purl, "bom-ref": $purl}] }' >"$out/wane.cdx.json"

# Man pages and completions are those of the program, whatever system it is for.
GOOS=linux GOARCH=$(go env GOHOSTARCH) compile "$work/wane"
mkdir "$work/completions"
"$work/wane" man --output "$work/man" >/dev/null
for shell in bash zsh fish powershell; do "$work/wane" completion $shell >"$work/completions/wane.$shell"; done

archive() { # OS ARCH PROGRAM
	local folder=$work/archive/wane
	mkdir -p "$folder"
	cp -r "$3" README.md CHANGELOG.md LICENSE "$work/LICENSES.md" "$work/completions" "$work/man" "$folder"
	[ "$1" != linux ] || cp -r deploy/systemd "$folder"
	if [ "$1" = windows ]; then
		find "$folder" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
		(cd "$work/archive" && find wane -type f | sort | zip -9qX "$out/wane_$1_$2.zip" -@)
	else
		"${pack[@]}" -C "$work/archive" -c wane | gzip -9n >"$out/wane_$1_$2.tar.gz"
	fi
	rm -r "$folder"
}

debian() { # ARCH PROGRAM
	local root=$work/deb share=$work/deb/usr/share maintainer='The wane authors <wane-chess@users.noreply.github.com>'
	install -Dt "$root/usr/bin" "$2"
	for page in "$work"/man/*; do install -Dm 644 <(gzip -9n <"$page") "$share/man/man1/$(basename "$page").gz"; done
	install -Dm 644 "$work/completions/wane.bash" "$share/bash-completion/completions/wane"
	install -Dm 644 "$work/completions/wane.zsh" "$share/zsh/vendor-completions/_wane"
	install -Dm 644 "$work/completions/wane.fish" "$share/fish/vendor_completions.d/wane.fish"
	install -Dm 644 <(cat LICENSE "$work/LICENSES.md") "$share/doc/wane/copyright"
	install -Dm 644 -t "$share/doc/wane" CHANGELOG.md docs/server.md
	gzip -9n >"$share/doc/wane/changelog.gz" <<-END
		wane (${version/-/\~}) stable; urgency=medium

		  * CHANGELOG.md has the changes.

		 -- $maintainer  $(date -Rd "@$SOURCE_DATE_EPOCH")
	END
	install -Dm 644 deploy/deb/sysusers.conf "$root/usr/lib/sysusers.d/wane.conf"
	install -Dm 600 -t "$root/etc/wane" deploy/deb/*.env
	# The database belongs to a user that stays, so that 'sudo -u wane wane admin' can open it.
	for unit in wane wane-worker; do
		sed "s|/usr/local/bin/|/usr/bin/|; s|^DynamicUser=yes|User=wane|" "deploy/systemd/$unit.service" |
			install -Dm 644 /dev/stdin "$root/usr/lib/systemd/system/$unit.service"
	done
	install -Dt "$root/DEBIAN" deploy/deb/{postinst,prerm,postrm}
	printf '/etc/wane/%s\n' wane.env worker.env >"$root/DEBIAN/conffiles"
	cat >"$root/DEBIAN/control" <<-END
		Package: wane
		Version: ${version/-/\~}
		Architecture: $1
		Maintainer: $maintainer
		Installed-Size: $(du -sk --apparent-size --exclude DEBIAN "$root" | cut -f1)
		Depends: systemd | systemd-standalone-sysusers | systemd-sysusers
		Recommends: ca-certificates
		Section: misc
		Priority: optional
		Homepage: https://github.com/wane-chess/wane
		Description: chess variants on boards that diminish
		 Shrink Chess, Convergent Chess, Diminuendo Chess and Cheshire Cat Chess: an
		 engine for the terminal and for UCI and XBoard programs, and a server for
		 games in the browser.
	END
	(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
	find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb -Zxz --root-owner-group --build "$root" "$out/wane_${version}_$1.deb" >/dev/null
	rm -r "$root"
}

# The image is an OCI layout: blobs, named by their hashes, that describe each other.
layout=$work/oci
mkdir -p "$layout/blobs/sha256" "$work/root/etc/ssl/certs" "$work/user/data" "$work/user/tmp"
(cd tools && go run ./roots) >"$work/root/etc/ssl/certs/ca-certificates.crt"
sum() { sha256sum <"$1" | cut -d ' ' -f 1; }
blob() { # FILE TYPE [PLATFORM]; prints its descriptor
	local digest size
	digest=$(sum "$1") size=$(stat -c %s "$1")
	mv "$1" "$layout/blobs/sha256/$digest"
	jq -cnS --arg type "application/vnd.oci.image.$2" --arg digest "sha256:$digest" --argjson size "$size" \
		--argjson platform "${3:-null}" '{mediaType: $type, digest: $digest, size: $size} +
			if $platform then {platform: $platform} else {} end'
}
: >"$work/manifests"
image() { # ARCH PROGRAM
	local labels config
	cp "$2" "$work/root/wane"
	"${pack[@]}" -C "$work/root" -cf "$work/layer" etc wane
	"${pack[@]}" --owner=65532 --group=65532 -C "$work/user" -rf "$work/layer" data tmp
	labels=$(jq -nc --arg version "$version" --arg revision "$(git rev-parse HEAD)" '{
		"org.opencontainers.image.title": "wane", "org.opencontainers.image.version": $version,
		"org.opencontainers.image.revision": $revision, "org.opencontainers.image.licenses": "MIT",
		"org.opencontainers.image.source": "https://github.com/wane-chess/wane"}')
	jq -cnS --arg arch "$1" --arg layer "sha256:$(sum "$work/layer")" --argjson labels "$labels" \
		--arg date "$(date -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)" '{
		created: $date, architecture: $arch, os: "linux", rootfs: {type: "layers", diff_ids: [$layer]},
		config: {User: "65532:65532", Env: ["WANE_ADDR=:8080", "WANE_DATA=/data"], Entrypoint: ["/wane"], Cmd: ["serve"],
			ExposedPorts: {"8080/tcp": {}}, Volumes: {"/data": {}}, Labels: $labels}}' >"$work/config"
	gzip -9n "$work/layer"
	config=$(blob "$work/config" config.v1+json)
	jq -cnS --argjson config "$config" --argjson layer "$(blob "$work/layer.gz" layer.v1.tar+gzip)" '{
		schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json", config: $config, layers: [$layer]
		}' >"$work/manifest"
	blob "$work/manifest" manifest.v1+json "{\"os\": \"linux\", \"architecture\": \"$1\"}" >>"$work/manifests"
}

for platform in "${platforms[@]}"; do
	os=${platform%/*} arch=${platform#*/}
	echo "dist: $platform" >&2
	program=$work/bin/wane
	[ "$os" != windows ] || program+=.exe
	GOOS=$os GOARCH=$arch compile "$program"
	archive "$os" "$arch" "$program"
	[ "$os" != linux ] || { debian "$arch" "$program"; image "$arch" "$program"; }
	rm "$program"
done

if [ -s "$work/manifests" ]; then
	index='{schemaVersion: 2, mediaType: "application/vnd.oci.image.index.v1+json", manifests: .}'
	jq -csS "$index" "$work/manifests" >"$work/index"
	blob "$work/index" index.v1+json |
		jq -csS --arg name "ghcr.io/wane-chess/wane:$version" ".[0].annotations[\"org.opencontainers.image.ref.name\"] = \$name | $index" >"$layout/index.json"
	echo '{"imageLayoutVersion":"1.0.0"}' >"$layout/oci-layout"
	(cd "$layout" && "${pack[@]}" -cf "$out/wane_oci.tar" *)
fi
(cd "$out" && sha256sum wane* >SHA256SUMS && cat SHA256SUMS)
