// The program roots prints the certificates of authorities that Mozilla trusts, as PEM, for the
// image of a release. It leaves out those that hold for some names only, which PEM cannot say.
package main

import (
	"encoding/pem"
	"log"
	"os"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	for root := range bundle.Roots() {
		if root.Constraint != nil {
			continue
		}
		if err := pem.Encode(os.Stdout, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}); err != nil {
			log.Fatal(err)
		}
	}
}
