package notify

import "context"

// Frequency implements account.Digests.
func (d *Digester) Frequency(ctx context.Context, player string) (string, error) {
	every, err := d.Of(ctx, player)
	return string(every), err
}

// Stop implements account.Digests.
func (d *Digester) Stop(ctx context.Context, player string) error {
	return d.Choose(ctx, player, Never)
}
