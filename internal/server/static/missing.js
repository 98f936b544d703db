// The page shows an address that has no file. Its folder is the nearest above that has a site.
;(async () => {
  const { pathname, search, hash } = location
  const parts = pathname.split('/')
  for (let n = parts.length - 1; n > 0; n--) {
    const folder = parts.slice(0, n).join('/')
    const site = await fetch(folder + '/wane-site.json').then((r) => r.ok && r.json()).catch(() => null)
    if (site && site.wane) return location.replace(folder + '/?' + pathname.slice(folder.length) + search + hash)
  }
  document.querySelector('p').hidden = false
})()
