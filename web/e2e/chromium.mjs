// Where the system's browser is and how it is started in a bare machine or container.

/** Debian's Chromium; another path can be given in `CHROMIUM`. */
export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** No sandbox (containers have none), no traffic of its own, software WebGL for the canvas. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Without a chip the page itself is put together faster without one that is played by software.
  '--disable-gpu-compositing',
]
