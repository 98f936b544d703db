module github.com/wane-chess/wane/internal/yardstick

go 1.26.0

require (
	github.com/corentings/chess/v2 v2.3.2
	github.com/wane-chess/wane v0.0.0
)

require golang.org/x/exp v0.0.0-20250620022241-b7579e27df2b // indirect

replace github.com/wane-chess/wane => ../..
