import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectTo, receive, type EventData } from '../platform/bridge.ts'
import { startMessenger } from '../platform/messenger.ts'
import { MainButton } from './MainButton.tsx'
import { settleMs } from './openSheets.ts'
import { Sheet } from './Sheet.tsx'

const shown: EventData[] = []
const press = () => act(() => receive('main_button_pressed', {}))

/** A messenger that draws its own button, or, in development, one that does not. */
function messenger(mock: boolean) {
  if (mock) document.documentElement.dataset['messenger'] = 'mock'
  else delete document.documentElement.dataset['messenger']
  connectTo((event, data) => void (event === 'web_app_setup_main_button' && shown.push(data)))
  startMessenger({ initData: '', startParam: '', version: '9.0', theme: null })
  shown.length = 0
}

/** A tap after the sheets have come to rest. */
const pressCalmly = () => {
  vi.advanceTimersByTime(settleMs)
  press()
}

beforeEach(() => void (shown.length = 0))
afterEach(() => void vi.useRealTimers())

test('where the messenger draws the button it acts once, rests while busy and goes with the screen', () => {
  messenger(false)
  const onPress = vi.fn()
  const { rerender, unmount } = render(<MainButton onPress={onPress}>Exchange</MainButton>)
  expect(screen.queryByRole('button')).toBeNull()
  expect(shown.at(-1)).toMatchObject({
    is_visible: true,
    is_active: true,
    is_progress_visible: false,
    text: 'Exchange',
  })
  press()
  rerender(
    <MainButton busy onPress={onPress}>
      Exchange
    </MainButton>,
  )
  expect(shown.at(-1)).toMatchObject({ is_active: false, is_progress_visible: true })
  press()
  expect(onPress).toHaveBeenCalledOnce()
  unmount()
  expect(shown.at(-1)).toEqual({ is_visible: false })
})

test('an open sheet has the button: its own action, or none; then it is the screen’s again', () => {
  messenger(false)
  vi.useFakeTimers()
  const [below, above] = [vi.fn(), vi.fn()]
  const scene = (open: boolean, own: boolean) => (
    <>
      <MainButton onPress={below}>Activate</MainButton>
      <Sheet open={open} title="Sure?" onClose={() => undefined}>
        {own && <MainButton onPress={above}>Confirm</MainButton>}
      </Sheet>
    </>
  )
  const { rerender } = render(scene(false, true))
  rerender(scene(true, true))
  expect(shown.at(-1)).toMatchObject({ text: 'Confirm' })
  pressCalmly()
  rerender(scene(true, false))
  expect(shown.at(-1)).toEqual({ is_visible: false })
  pressCalmly()
  rerender(scene(false, false))
  expect(shown.at(-1)).toMatchObject({ text: 'Activate' })
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
})

test('the second tap of a double tap on the messenger’s button does nothing', () => {
  messenger(false)
  vi.useFakeTimers()
  const [below, above] = [vi.fn(), vi.fn()]
  const scene = (open: boolean) => (
    <>
      <MainButton onPress={below}>Activate</MainButton>
      <Sheet open={open} title="Sure?" onClose={() => undefined}>
        <MainButton onPress={above}>Confirm</MainButton>
      </Sheet>
    </>
  )
  const { rerender } = render(scene(false))
  rerender(scene(true))
  press()
  pressCalmly()
  rerender(scene(false))
  press()
  expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
})

test('elsewhere it is a button of ours', async () => {
  messenger(true)
  const onPress = vi.fn()
  render(<MainButton onPress={onPress}>Exchange</MainButton>)
  await userEvent.click(screen.getByRole('button', { name: 'Exchange' }))
  expect(onPress).toHaveBeenCalledOnce()
  expect(shown.every(({ is_visible }) => is_visible === false)).toBe(true)
})
