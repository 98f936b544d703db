package tablebuild

import (
	"strings"
	"testing"
)

// What is no job or report is rejected.
func TestChecks(t *testing.T) {
	good := Job{Material: "KRRvKR"}
	for _, m := range materials(t, "KRRvKR")[0].Needs() {
		good.Needs = append(good.Needs, TableRef{m.String(), strings.Repeat("a1", 32)})
	}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for i, change := range []func(*Job){
		func(j *Job) { j.Material = "" }, func(j *Job) { j.Material = "KRvKRR" }, func(j *Job) { j.Material = "KRRRRRvK" },
		func(j *Job) { j.Needs = j.Needs[1:] }, func(j *Job) { j.Needs[0].Material = "KQvKQ" },
		func(j *Job) { j.Needs[0].Digest = "a" }, func(j *Job) { j.Needs[0].Digest = strings.Repeat("x", 64) }, func(j *Job) { j.Needs[0].Material = "../x" },
	} {
		bad := good
		bad.Needs = append([]TableRef(nil), good.Needs...)
		change(&bad)
		if err := bad.Check(); err == nil {
			t.Errorf("job %d passes: %+v", i, bad)
		}
		if bad.Key() == good.Key() {
			t.Errorf("job %d has the key of another", i)
		}
	}
	for i, r := range []Report{
		{Material: "KRRvKR", State: Working, Worker: "a\x1b]0;b"}, {Material: "KRRvKR", State: Failed, Error: "a\u009bb"},
		{Material: "KRRvKR", State: Working, Worker: strings.Repeat("a", 301)}, {Material: "KRRvKR", State: Working, Entries: -1}, {Material: "KRRvKR", State: Working, Entries: 1 << 40},
		{}, {Material: "KRRvKR"}, {Material: "KRRvKR", State: "odd"}, {Material: "KRRvKR", State: Done}, {Material: "x", State: Working},
	} {
		if err := r.Check(); err == nil {
			t.Errorf("report %d passes: %+v", i, r)
		}
	}
}
