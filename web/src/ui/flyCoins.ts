// Coins that fly to a balance: where a win went. Above every sheet, out of reach of taps, gone by itself; with less
// motion wanted, or without anything to fly to, there are none.
import { calm } from './motion.ts'
import css from './flyCoins.module.css'

const count = 12
const [flightMs, gapMs] = [760, 45]

/** From the middle of `from` to the balance of `asset` in the bar. */
export async function flyCoins(from: Element, asset: string): Promise<void> {
  const target = document.querySelector(`[data-balance='${asset}']`)
  if (target === null || calm() || document.hidden || !('showPopover' in HTMLElement.prototype)) return
  const layer = document.createElement('div')
  layer.popover = 'manual'
  layer.className = css.layer ?? ''
  layer.setAttribute('aria-hidden', 'true')
  document.body.append(layer)
  layer.showPopover()
  const [start, end] = [middleOf(from), middleOf(target)]
  const flights = Array.from({ length: count }, (_, index) => {
    const coin = document.createElement('i')
    layer.append(coin)
    // A fan that closes at the balance.
    const angle = (index / count) * 2 * Math.PI
    const beside = { x: start.x + 62 * Math.cos(angle), y: start.y + 46 * Math.sin(angle) }
    const at = ({ x, y }: { x: number; y: number }, scale: number) =>
      `translate(${x}px, ${y}px) scale(${scale})`
    return coin.animate(
      [
        { transform: at(start, 0.3), opacity: 0 },
        { transform: at(beside, 1), opacity: 1, offset: 0.3 },
        { transform: at(end, 0.5), opacity: 1, offset: 0.95 },
        { transform: at(end, 0.4), opacity: 0 },
      ],
      { duration: flightMs, delay: index * gapMs, easing: 'ease-in-out', fill: 'both' },
    ).finished
  })
  await Promise.allSettled(flights)
  layer.remove()
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}
