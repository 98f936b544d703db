package api

// What tests know of the limits.
const (
	MaxDownloads = maxDownloads
	DownloadPage = downloadPage
	SmallBody    = smallBody
	ForADay      = forADay
)
