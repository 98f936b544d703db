package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/bus"
)

// addKeys adds the flags of the files with which NATS servers and this program prove to each
// other who they are.
func addKeys(fl *pflag.FlagSet, k *bus.Keys) {
	fl.StringVar(&k.Creds, "nats-creds", "",
		"file with this user's JWT and seed for NATS, or the seed of an nkey; a user with a password stands in the address")
	fl.StringVar(&k.CA, "nats-ca", "",
		"file with the certificates of the authority of the NATS servers (default: those of the system)")
	fl.StringVar(&k.Cert, "nats-cert", "", "file with the certificate for NATS servers that want one; needs --nats-key")
	fl.StringVar(&k.Key, "nats-key", "", "file with the key of --nats-cert")
}

// checkKeys checks these flags.
func checkKeys(cmd *cobra.Command, k bus.Keys) error {
	if (k.Cert == "") != (k.Key == "") {
		return usage.Errorf(cmd, "--nats-cert and --nats-key need each other")
	}
	return nil
}
