module github.com/wane-chess/wane/research

go 1.26.0

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/dustin/go-humanize v1.0.1
	github.com/spf13/cobra v1.10.2
	github.com/wane-chess/wane v0.0.0
)

require (
	github.com/gofrs/flock v0.13.1 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/pflag v1.0.10 // indirect
	golang.org/x/exp v0.0.0-20261014143641-f0251eb4aa3e // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace github.com/wane-chess/wane => ..
