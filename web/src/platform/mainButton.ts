// The messenger's bottom button: the one action of the screen, or of the sheet over it. Whoever came last has it;
// when they go, it is the one's before again. Where the messenger draws none, the screen draws its own button.
import { on, post } from './bridge.ts'
import { offers } from './messenger.ts'

/** What the button says and does. */
export type MainAction = { text: string; active: boolean; busy: boolean; press: () => void }

/** A place in the line for the button; a sheet without an action of its own holds an empty one. */
export type Claim = { action: MainAction | null }

const claims: Claim[] = []
let listening = false

/** Whether the messenger itself draws the button. */
export function drawsMainButton(): boolean {
  return offers(6)
}

/** Takes the button from whoever has it. */
export function claimMainButton(claim: Claim): void {
  if (!listening) {
    on('main_button_pressed', () => claims.at(-1)?.action?.press())
    listening = true
  }
  claims.push(claim)
  paint()
}

/** Draws the button again after the claim's action changed. */
export function changeMainButton(): void {
  paint()
}

/** Gives the button back. */
export function releaseMainButton(claim: Claim): void {
  const at = claims.indexOf(claim)
  if (at >= 0) claims.splice(at, 1)
  paint()
}

function paint(): void {
  if (!drawsMainButton()) return
  const action = claims.at(-1)?.action
  if (!action) {
    post('web_app_setup_main_button', { is_visible: false })
    return
  }
  const colour = getComputedStyle(document.documentElement)
  post('web_app_setup_main_button', {
    is_visible: true,
    is_active: action.active && !action.busy,
    is_progress_visible: action.busy,
    text: action.text,
    color: colour.getPropertyValue(action.active ? '--accent' : '--surface-3').trim(),
    text_color: colour.getPropertyValue(action.active ? '--on-accent' : '--text-2').trim(),
  })
}
