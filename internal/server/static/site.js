// Says, before the page's own scripts begin, that no server answers, and where the folder of the site is.
;(function () {
  var base = new URL('.', document.currentScript.src).pathname.slice(0, -1)
  globalThis.waneSite = { base: base }
  // The page changes its address, and what is named relative to it must not change with it.
  for (var e of document.querySelectorAll('[href], [src]')) {
    if (e.href) e.href = e.href
    else e.src = e.src
  }
  // A page is the file index.html of its folder. The page of an address that has no file comes with that address.
  var path = location.pathname.replace(/index\.html$/, '')
  var query = location.search
  if (/^\?\//.test(query)) {
    path = base + query.slice(1)
    query = ''
  } else if (path.length > base.length + 1) path = path.replace(/\/$/, '')
  history.replaceState(history.state, '', path + query + location.hash)
})()
