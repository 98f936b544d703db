package api

// What tests know of the limits.
const (
	MaxDownloads = maxDownloads
	AllDownloads = allDownloads
	DownloadPage = downloadPage
	SmallBody    = smallBody
	ForADay      = forADay
)

// NewSchemas lets tests describe types as the API does.
var NewSchemas = newSchemas
