// Says so if the page cannot start: one of its scripts is missing or broken.
;(function () {
  function say(event) {
    var app = document.getElementById('app')
    var script = event.target === window || event.target.tagName === 'SCRIPT'
    if (!script || !app || app.firstChild) return
    var german = document.documentElement.lang === 'de'
    var text = document.createElement('p')
    var button = document.createElement('button')
    text.append(german ? 'Die Seite wurde nicht ganz geladen. ' : 'The page did not load completely. ', button)
    button.append(german ? 'Neu laden' : 'Reload')
    button.onclick = function () {
      location.reload()
    }
    text.style.padding = '1rem'
    text.setAttribute('role', 'alert')
    app.append(text)
    // The page may start yet.
    new MutationObserver(function () {
      text.remove()
    }).observe(app, { childList: true })
  }
  addEventListener('error', say, true)
  addEventListener('unhandledrejection', say)
})()
