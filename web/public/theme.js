// Sets the theme before anything is painted, so that nothing flashes.
;(function () {
  var theme = 'auto'
  try {
    theme = JSON.parse(localStorage.getItem('wane-settings') || '{}').theme || 'auto'
  } catch {
    // what was kept is broken: the system decides
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
