// What the eye would call broken on a screen, found by measuring: things beside the screen, cut texts, texts on texts,
// controls that something else lies on.

/** Says what is wrong with the page as it stands; empty when nothing is. */
export async function faultsOf(page) {
  return [...(await page.evaluate(measure)), ...(await page.evaluate(covered))]
}

/**
 * Runs in the page. Controls that no finger reaches: something lies on their middle wherever they are scrolled to, a bar
 * or a sheet that no longer goes away.
 */
function covered() {
  const top = document.querySelector('dialog[open]') ?? document.getElementById('root')
  const scrollers = [document.scrollingElement, ...top.querySelectorAll('*')]
  const places = scrollers.map((one) => [one, one.scrollTop, one.scrollLeft])
  const found = new Set()
  const controls = 'button:enabled, a[href], input:enabled, select:enabled, summary'
  for (const control of top.querySelectorAll(controls)) {
    const shown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    if (!shown || control.type === 'file' || control.closest('.visually-hidden, [inert], [aria-hidden=true]'))
      continue
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // A link that goes on in the next line has its middle in between.
    const { left, top: upper, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect()
    if (width < 2 || height < 2) continue
    const hit = document.elementFromPoint(left + width / 2, upper + height / 2)
    // Nowhere in the window: the link that skips to the content comes with the focus. What holds the control lies on
    // nothing: taps on a sheet that just opened are ignored.
    const own =
      !hit || hit.contains(control) || [control, ...(control.labels ?? [])].some((one) => one.contains(hit))
    const name = (control.ariaLabel ?? control.textContent ?? '').trim().slice(0, 40)
    if (!own) found.add(`${control.tagName.toLowerCase()} “${name}” lies under ${hit.outerHTML.slice(0, 80)}`)
  }
  for (const [one, down, right] of places)
    if (one.scrollTop !== down || one.scrollLeft !== right)
      one.scrollTo({ top: down, left: right, behavior: 'instant' })
  return [...found]
}

/** Runs in the page. */
function measure() {
  const slack = 1.5
  const found = new Set()
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()}.${String(element.className?.baseVal ?? element.className).split(' ')[0]}`
  const styleOf = (element) => getComputedStyle(element)
  const top = document.querySelector('dialog[open]') ?? document.getElementById('root')

  /** The nearest ancestor that scrolls or cuts in a direction. */
  const holderOf = (element, axis) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
      if (styleOf(up)[axis] !== 'visible') return up
    return null
  }
  const scrolls = (element) => element !== null && /auto|scroll/.test(styleOf(element).overflowX)

  if (document.documentElement.scrollWidth > innerWidth)
    found.add(`the page is ${document.documentElement.scrollWidth} px wide`)

  const texts = []
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (
      !element ||
      node.data.trim() === '' ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('.visually-hidden, option, [aria-hidden=true], svg')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const label = `${nameOf(element)} “${node.data.trim().slice(0, 40)}”`
    const cutter = holderOf(element, 'overflowX')
    const inScroller = scrolls(cutter) && !cutter.closest('header')
    // Dots say that there is more; everything else that is cut looks like a mistake.
    const dotted = [element, cutter].some((one) => one && styleOf(one).textOverflow === 'ellipsis')
    if (!inScroller && !dotted && (box.left < -slack || box.right > innerWidth + slack))
      found.add(`beside the screen: ${label}`)
    if (cutter && !inScroller && !dotted) {
      const edge = cutter.getBoundingClientRect()
      if (box.left < edge.left - slack || box.right > edge.right + slack)
        found.add(`cut by ${nameOf(cutter)}: ${label}`)
    }
    texts.push({ box, lines: [...range.getClientRects()], label, element })
  }

  // A bar that stays while the list goes on under it is no overlap.
  const floats = (element) => {
    for (let up = element; up && up !== top; up = up.parentElement)
      if (/sticky|fixed/.test(styleOf(up).position)) return true
    return false
  }
  /** Wholly in view: nothing on the way up cuts it. */
  const inView = (element, box) => {
    if (box.top < -slack || box.bottom > innerHeight + slack) return false
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY } = styleOf(up)
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const edge = up.getBoundingClientRect()
      if (
        box.top < edge.top - slack ||
        box.bottom > edge.bottom + slack ||
        box.left < edge.left - slack ||
        box.right > edge.right + slack
      )
        return false
    }
    return true
  }
  const shown = texts.filter(({ box, element }) => !floats(element) && inView(element, box))
  const meet = (left, right) =>
    Math.min(left.right, right.right) - Math.max(left.left, right.left) > 3 &&
    Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) > 5
  shown.forEach((one, index) => {
    for (const other of shown.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      if (one.lines.some((line) => other.lines.some((beside) => meet(line, beside))))
        found.add(`${one.label} lies on ${other.label}`)
    }
  })

  for (const control of top.querySelectorAll('button, a, input, select, textarea')) {
    if (!control.checkVisibility() || control.closest('.visually-hidden') || control.type === 'file') continue
    const box = control.getBoundingClientRect()
    if (!scrolls(holderOf(control, 'overflowX')) && (box.left < -slack || box.right > innerWidth + slack))
      found.add(`beside the screen: ${nameOf(control)}`)
  }
  // A table that scrolls has a column that nobody looks for.
  for (const table of top.querySelectorAll('table')) {
    const { clientWidth, scrollWidth } = table.parentElement ?? table
    if (table.checkVisibility() && scrollWidth > clientWidth + 1)
      found.add(`a table needs ${scrollWidth} of ${clientWidth} px`)
  }
  const sheet = document.querySelector('dialog[open]')
  const lost = sheet
    ? sheet.getBoundingClientRect().top - (sheet.querySelector('h2')?.getBoundingClientRect().top ?? 0)
    : 0
  if (lost > 0) found.add(`the heading of the sheet is ${Math.round(lost)} px above its edge`)
  const bar = document.querySelector('header a')
  if (bar && bar.scrollWidth > bar.clientWidth + 1)
    found.add(`the balances need ${bar.scrollWidth} of ${bar.clientWidth} px`)
  return [...found]
}

/** How far things moved by themselves since the page was opened, as browsers score it. */
export function shiftOf(page) {
  return page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
        })
        watch.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            watch.disconnect()
            done(sum)
          }),
        )
      }),
  )
}
