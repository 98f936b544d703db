package db

import (
	"fmt"
	"reflect"
	"time"

	"github.com/uptrace/bun/schema"
)

// dialect is one of bun that reads milliseconds into fields that are times.
type dialect struct {
	schema.Dialect
	tables *schema.Tables
}

func newDialect(of schema.Dialect) schema.Dialect {
	d := &dialect{Dialect: of}
	d.tables = schema.NewTables(d)
	return d
}

// Tables implements schema.Dialect.
func (d *dialect) Tables() *schema.Tables { return d.tables }

// OnTable implements schema.Dialect.
func (d *dialect) OnTable(t *schema.Table) {
	d.Dialect.OnTable(t)
	for _, f := range t.FieldMap {
		if f.StructField.Type == reflect.TypeFor[time.Time]() {
			f.Scan = scanTime
		}
	}
}

// scanTime reads a column of milliseconds, or one that is a time.
func scanTime(to reflect.Value, from any) error {
	var at time.Time
	switch v := from.(type) {
	case int64:
		at = Time(v)
	case time.Time:
		at = v
	case nil:
	default:
		return fmt.Errorf("expected a time, got %T", from)
	}
	to.Set(reflect.ValueOf(at))
	return nil
}
