// A service worker in place of the page's: it removes what earlier workers keep, and itself.
// Open pages go on and load what they still need from the server.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (e) =>
	e.waitUntil(
		caches
			.keys()
			.then((names) => Promise.all(names.filter((name) => name.startsWith('wane-')).map((name) => caches.delete(name))))
			.then(() => registration.unregister()),
	),
)
// A page asks whether a worker has its build, to offer a newer one. There is none.
addEventListener('message', ({ ports }) => ports[0]?.postMessage(true))
