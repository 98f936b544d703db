package e2e

import "testing"

func TestHome(t *testing.T) {
	p := newPerson(t, serve(t, nil), "Ann", desktop)
	p.open("/")
	p.until("four boards are drawn", `document.querySelectorAll('.games svg use').length > 100`)
	p.shoot("home")
}
