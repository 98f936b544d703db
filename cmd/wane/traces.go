package main

import (
	"crypto/rand"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/server/observe/otlp"
)

const tracesUsage = "send OpenTelemetry traces to this collector by OTLP over HTTP, http://HOST:PORT (default: none)"

// startTraces sends the traces of this process to the collector at an address; empty: none.
// The instance distinguishes processes of one service; empty: random. The returned function
// sends what is left.
func startTraces(cmd *cobra.Command, address, service, instance string) (end func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	if instance == "" {
		instance = rand.Text()
	}
	return otlp.Trace(cmd.Context(), address, service, instance, programVersion())
}
