// Sets the theme of a board on another site before anything is painted: the one
// that its address asks for, or else the system's, also when that changes.
;(function () {
  var asked = new URLSearchParams(location.search).get('theme')
  var dark = matchMedia('(prefers-color-scheme: dark)')
  function set() {
    var theme = asked === 'light' || asked === 'dark' ? asked : dark.matches ? 'dark' : 'light'
    document.documentElement.dataset.theme = theme
  }
  set()
  dark.addEventListener('change', set)
})()
