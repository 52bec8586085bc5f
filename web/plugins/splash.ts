// The first thing that a player sees: the sea as the canvas will draw it, in the page itself, before any code has
// come. It is made of the game's own drawings, stands where the game's sea will stand, and the game takes it over
// until its canvas has drawn a frame (`ui/splash.ts`). Styles stand inline: the style sheet is a request
// of its own, and comes behind the picture so that nothing waits for it.
import type { Plugin } from 'vite'
import { boat, rodTip, waterline } from '../src/features/fishing/art/props.ts'
import { backWave, day, frontWave, night, skyHeight, skyWidth } from '../src/features/fishing/art/sky.ts'
import { moonlight, waterColour } from '../src/features/fishing/scene/water.ts'

/** Where `index.html` wants it. */
const mark = '<!-- splash -->'
/** Depths in CSS pixels between which the water's colour runs evenly. */
const depths = [-20, 208, 520, 832]

const hex = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`
const water = depths.map((y) => `${hex(waterColour(y))} ${y + 20}px`).join(',')
const [red, green, blue] = [moonlight >> 16, (moonlight >> 8) & 255, moonlight & 255].map(
  (part) => part / 255,
)
const boatScale = boat.length / boat.width

// The sea ends where the game's dock begins; bar, tabs and base font are those of `tokens.css` and `Shell`.
// The order of the layers is that of their first mention in the page.
const styles = `
@layer tokens,base,ui,page;
html{background:#7cc9ee;font-size:max(36px,calc(100vw / 8.56))}
@media(min-width:450.02px){html{font-size:50px}}
#splash{position:fixed;inset:calc(max(44px,.9rem) + 1px) 0 calc(max(50px,1.18rem) + 178px);max-width:480px;
margin:0 auto;pointer-events:none}
#splash.in{position:absolute;inset:0;max-width:none;overflow:clip}
#splash>*{position:absolute;left:50%;translate:-50%}
#splash .air{bottom:calc(58% - 6px);width:max(${skyWidth}px,100%);height:${skyHeight}px}
#splash .night{display:none}
#splash .water{top:calc(42% - 20px);width:100%;height:100vh;background:linear-gradient(${water})}
#splash .back{top:calc(42% - 15px);margin-left:0}
#splash .front{top:calc(42% - 8px);margin-left:60px}
#splash .boat{top:calc(42% + ${(5 - waterline * boatScale).toFixed(1)}px);
margin-left:${((boat.width / 2 - rodTip[0]) * boatScale).toFixed(1)}px;width:${boat.length}px;height:auto}
#splash b{top:calc(42% - 206px);font:700 34px/1.2 system-ui,sans-serif;letter-spacing:.02em;color:#08354f;
white-space:nowrap}
#splash.in b{animation:splash-name 500ms ease-out forwards}
@keyframes splash-name{to{opacity:0}}
#splash~#root{background:none}
`
const dark = `
html{background:#050d22}
#splash .day{display:none}
#splash .night{display:block}
#splash .water,#splash .back,#splash .front{filter:url(#moonlight)}
#splash .boat{filter:brightness(.85)}
#splash b{color:#e6f3ff}
`
// The messenger's own theme is known with the first code; until then the system's counts.
const themed =
  `@media(prefers-color-scheme:dark){${scoped(dark, ':root:not([data-theme=light])')}}` +
  scoped(dark, ':root[data-theme=dark]')

function scoped(rules: string, root: string): string {
  return rules.replaceAll('html{', `${root}{`).replaceAll('#splash ', `${root} #splash `)
}

const picture = (svg: string, name: string) => svg.replace('<svg ', `<svg class="${name}" `)
const multiply = `${red} 0 0 0 0 0 ${green} 0 0 0 0 0 ${blue} 0 0 0 0 0 1 0`
const markup =
  `<div id="splash" aria-hidden="true">` +
  `<svg width="0" height="0"><filter id="moonlight" color-interpolation-filters="sRGB">` +
  `<feColorMatrix values="${multiply}"/></filter></svg>` +
  picture(day.svg, 'air day') +
  picture(night.svg, 'air night') +
  `<div class="water"></div>` +
  picture(backWave.svg, 'back') +
  picture(boat.svg, 'boat') +
  picture(frontWave.svg, 'front') +
  `<b>Deep Line</b></div>`

/** Puts the splash into the page, and the style sheet behind it. */
export function splash(): Plugin {
  return {
    name: 'splash',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        if (!html.includes(mark)) throw new Error(`The page has no place for the splash: ${mark}`)
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const bare = sheets.reduce((page, sheet) => page.replace(sheet, ''), html)
        const style = `<style>${styles}${themed}</style>`.replaceAll('\n', '')
        return bare.replace('</title>', `</title>${style}`).replace(mark, markup + sheets.join(''))
      },
    },
  }
}
