package names

import "encoding/base32"

// Letters are those of Crockford's base 32, in which none looks like another: for what people read and type.
var Letters = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)
