// Starts the worker of the engine in browsers and in Node, which differ in how workers speak.

export async function startWorker(onAnswer) {
  const url = new URL('./engine-worker.js', import.meta.url)
  const fail = (e) => onAnswer({ t: 'failed', id: 0, text: e.message ?? 'the worker could not be started' })
  if (typeof Worker === 'undefined') {
    const threads = await import(/* @vite-ignore */ /* webpackIgnore: true */ 'node:worker_threads')
    const worker = new threads.Worker(url)
    worker.on('message', (text) => onAnswer(JSON.parse(text)))
    worker.on('error', fail)
    return { post: (command) => worker.postMessage(JSON.stringify(command)), close: () => void worker.terminate() }
  }
  const worker = new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = (e) => onAnswer(JSON.parse(e.data))
  worker.onerror = fail
  return { post: (command) => worker.postMessage(JSON.stringify(command)), close: () => worker.terminate() }
}
