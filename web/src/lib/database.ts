// Databases in this browser.

/** Returns a function that opens a database: once, and again if that failed or another tab had it closed. */
export function database(name: string, stores: Record<string, IDBObjectStoreParameters>): () => Promise<IDBDatabase> {
  let opened: Promise<IDBDatabase> | undefined
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        for (const [store, options] of Object.entries(stores)) request.result.createObjectStore(store, options)
      }
      request.onsuccess = () => {
        const db = request.result
        db.onversionchange = () => {
          db.close()
          opened = undefined
        }
        resolve(db)
      }
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      request.onblocked = () => reject(new Error('an older tab holds the database'))
    }).catch((e: unknown) => {
      opened = undefined
      throw e
    })
  return () => (opened ??= open())
}
