// What only the page without a server does: keep itself for times without a network.

import { settled } from "./transport.js";

// What it fetches would be in the way of the first board and of Python.
if ("serviceWorker" in navigator && isSecureContext) settled.then(() => navigator.serviceWorker.register("sw.js")).catch(() => {});
