package api

// What tests know of the limits.
const (
	MaxDownloads = maxDownloads
	AllDownloads = allDownloads
	DownloadPage = downloadPage
	SlowTime     = slowTime
	LeastRate    = leastRate
)
