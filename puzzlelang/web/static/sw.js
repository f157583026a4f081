// Keeps what was fetched, so that the page works without a network. The name of the store changes with its content.

const STORE = "puzzlelang-VERSION";
const CORE = FILES;

addEventListener("install", (event) => event.waitUntil(caches.open(STORE).then((store) => store.addAll(CORE)).then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("puzzlelang-") && name !== STORE) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const store = await caches.open(STORE);
    const kept = await store.match(request, { ignoreSearch: request.mode === "navigate" });
    if (kept) return kept;
    const found = await fetch(request);
    if (found.ok) await store.put(request, found.clone());
    return found;
  })());
});
