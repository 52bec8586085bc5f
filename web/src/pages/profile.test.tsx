import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endpoints, type SystemConfigData, type WithdrawInfoData } from '../api/endpoints.gen.ts'
import { show, signedInStore } from '../testing/render.tsx'
import { call, server } from '../testing/server.ts'
import { Where } from '../testing/Where.tsx'
import { world } from '../testing/world.ts'
import InfoPage from './info.tsx'
import ProfilePage from './profile.tsx'

beforeEach(() =>
  server.use(
    ...[
      'limits/info',
      'session/list',
      'messages/info',
      'withdraw/info',
      'fishing/player_info',
      'fishing/config',
    ].map((path) => call(path, () => ({ data: world[path] }))),
  ),
)

test('sound, identity, limits, devices, data and support are in one place', async () => {
  await show(<ProfilePage />, { language: 'zh' })
  expect(await screen.findByRole('switch', { name: /音效/ })).toBeChecked()
  expect(screen.getByRole('link', { name: /身份/ })).toHaveAttribute('href', '/kyc')
  for (const name of ['消息通知', '限额与休息', '登录设备', '个人数据', '帮助与客服'])
    expect(screen.getByRole('heading', { name })).toBeVisible()
})

test.each(['limits', 'sessions', 'delete'])('the old address of %s leads to the profile', async (section) => {
  await show(
    <>
      <InfoPage />
      <Where />
    </>,
    { at: `/info?section=${section}&locale=en` },
  )
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'route' })).toHaveTextContent(
      `/profile?section=${section}&locale=en`,
    ),
  )
})

test('an asked section is open, with the number that support asks for', async () => {
  await show(<ProfilePage />, { at: '/profile?section=support' })
  const section = (await screen.findByRole('heading', { name: 'Support' })).closest('details')
  expect(section).toHaveAttribute('open')
  expect(within(section as HTMLElement).getByText('1')).toBeVisible()
})

test('support and the channel are those of the installation; without any there is no button', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { store } = signedInStore()
  const known = world['system/config'] as SystemConfigData
  await store.dispatch(endpoints.util.upsertQueryData('systemConfig', undefined, known))
  const shown = await show(<ProfilePage />, { at: '/profile?section=support', store })
  fireEvent.click(await screen.findByRole('button', { name: 'Write to support' }))
  fireEvent.click(screen.getByRole('button', { name: 'News channel' }))
  expect(opened.mock.calls.map(([address]) => address)).toEqual([known.support_url, known.channel_url])
  shown.unmount()
  await show(<ProfilePage />, { at: '/profile?section=support' })
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Write to support' })).toBeNull()
})

test('an address that still rests is shown with the way to end other sessions', async () => {
  const info = { ...(world['withdraw/info'] as WithdrawInfoData), usable_at: Date.now() + 86_400_000 }
  server.use(call('withdraw/info', () => ({ data: info })))
  await show(<ProfilePage />)
  const notice = await screen.findByRole('link', { name: /New withdrawal address/ })
  expect(notice).toHaveAttribute('href', '/profile?section=sessions')
})
