import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KycCheckData, UtilsUploadConfigData } from '../../api/endpoints.gen.ts'
import { show } from '../../testing/render.tsx'
import { call, server } from '../../testing/server.ts'
import { user, world } from '../../testing/world.ts'
import { Toasts } from '../../ui/toast.tsx'
import { forget } from './draft.ts'
import { Kyc } from './Kyc.tsx'

const none = world['kyc/check'] as KycCheckData
const place = world['utils/upload_config'] as UtilsUploadConfigData
const masked = { id_name: 'M***', tel: '***678', email: 'm***@example.com' }
const screenOf = (
  <>
    <Kyc />
    <Toasts />
  </>
)
const image = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' })

beforeEach(() => {
  let given = 0
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => undefined
  Element.prototype.scrollIntoView ??= () => undefined
  server.use(
    call('utils/upload_config', () => ({
      data: { ...place, object_key: `kyc/1/${++given}`, fields: { ...place.fields, key: `kyc/1/${given}` } },
    })),
  )
})
afterEach(() => {
  forget()
  vi.restoreAllMocks()
})

/** A form that the screen finds nothing wrong with. */
async function fillIn() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Real name' }), 'Mara Lind')
  await userEvent.click(screen.getByRole('button', { name: /^Country/ }))
  const list = within(screen.getByRole('dialog', { name: 'Country' }))
  await userEvent.type(list.getByRole('searchbox', { name: 'Search' }), 'germ')
  await userEvent.click(list.getByRole('button', { name: /Germany/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Passport' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'ID number' }), 'c01x00t47')
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '+49 170 1234567')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email address' }), 'mara@example.com')
  await userEvent.upload(screen.getByLabelText('Choose'), [image('front.jpg'), image('back.jpg')])
  await waitFor(() => expect(screen.getAllByRole('img', { name: 'Uploaded' })).toHaveLength(2))
}

const standing = (parts: Partial<KycCheckData>) =>
  server.use(call('kyc/check', () => ({ data: { ...none, ...parts } })))

test.each([
  [1, 'Under review', 'en'],
  [3, 'Verified', 'en'],
  [4, 'Not accepted', 'en'],
  [1, '审核中', 'zh'],
  [3, '已认证', 'zh'],
] as const)('state %i is shown and cannot be edited: %s', async (status, text, language) => {
  standing({ status, can_edit: false, masked, submitted_at: 1_700_000_000_000 })
  await show(screenOf, { language })
  expect(await screen.findByRole('heading', { name: text })).toBeVisible()
  expect(screen.getByText('m***@example.com')).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test.each([
  [5 * 3_600_000, 'Usually decided within 5 hours.', 'en'],
  [40 * 60_000 - 1, '通常在40分钟内完成审核。', 'zh'],
] as const)('under review, what decisions took is said: %i', async (usual, text, language) => {
  standing({ status: 1, can_edit: false, usual_ms: usual })
  await show(screenOf, { language })
  expect(await screen.findByText(text)).toBeVisible()
})

test('where too few were decided nothing is said of the time', async () => {
  standing({ status: 1, can_edit: false })
  await show(screenOf)
  expect(await screen.findByRole('heading', { name: 'Under review' })).toBeVisible()
  expect(screen.queryByText(/Usually decided/)).toBeNull()
})

test('a failed check shows its reasons, known or not, and can be submitted again', async () => {
  standing({ status: 2, reasons: ['image_blurred', 'glare_on_photo'] })
  await show(screenOf)
  expect(await screen.findByText('An image is not sharp enough')).toBeVisible()
  expect(screen.getByText('glare on photo')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Submit' })).toBeEnabled()
})

test.each([
  ['en', 'Submit', 'Information is incomplete', 'Please upload at least two images'],
  ['zh', '提交', '信息不完整', '请至少上传两张图片'],
] as const)(
  'in %s an empty form is not sent and says what is missing',
  async (language, submit, incomplete, images) => {
    standing({})
    await show(screenOf, { language })
    await userEvent.click(await screen.findByRole('button', { name: submit }))
    expect(await screen.findByText(images)).toBeVisible()
    // Four texts, the country, and the message on top.
    expect(screen.getAllByText(incomplete)).toHaveLength(6)
  },
)

test('a fault is shown when its field is left, not while it is filled in', async () => {
  standing({})
  await show(screenOf)
  const phone = await screen.findByRole('textbox', { name: 'Phone number' })
  await userEvent.type(phone, '0170')
  expect(screen.queryByText('Phone number format is incorrect')).toBeNull()
  await userEvent.tab()
  expect(await screen.findByText('Phone number format is incorrect')).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Email address' }), 'nobody')
  await userEvent.tab()
  expect(await screen.findByText('Email address format is incorrect')).toBeVisible()
})

test('a whole form with two images is sent once; then it is under review and nothing is kept', async () => {
  let now: Partial<KycCheckData> = {}
  const bodies: Record<string, unknown>[] = []
  const stored: string[] = []
  server.use(
    call('kyc/check', () => ({ data: { ...none, ...now } })),
    call('user/info', () => ({ data: { user } })),
    call('kyc/edit', (body) => {
      bodies.push(body)
      now = { status: 1, can_edit: false, masked }
      return { data: { status: 1, submission_id: 's' } }
    }),
    http.post('*/upload', async ({ request }) => {
      const form = await request.text()
      // The file comes last: a bucket reads nothing after it.
      stored.push(
        /name="key"\s+(\S+)[^]*name="Content-Type"\s+(\S+)[^]*name="file"; filename="image"/
          .exec(form)
          ?.slice(1)
          .join(' ') ?? form,
      )
      return new HttpResponse(null, { status: 204 })
    }),
  )
  await show(screenOf)
  await fillIn()
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(await screen.findByRole('heading', { name: 'Under review' })).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(bodies[0]).toMatchObject({
    id_name: 'Mara Lind',
    id_no: 'C01X00T47',
    country: 'DE',
    tel: '+491701234567',
    email: 'mara@example.com',
    id_type: 2,
    id_urls: expect.arrayContaining(['kyc/1/1', 'kyc/1/2']) as unknown,
  })
  expect(stored.toSorted((one, two) => one.localeCompare(two))).toEqual([
    'kyc/1/1 application/octet-stream',
    'kyc/1/2 application/octet-stream',
  ])
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)].join(' ')).not.toMatch(/kyc/)
})

test('what only the server knows stands beside what it is about, in sight, until that changes', async () => {
  let refusal = 6105
  const scrolledTo: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this)
  })
  standing({})
  server.use(
    http.post('*/upload', () => new HttpResponse(null, { status: 204 })),
    call('kyc/edit', () => ({ error: refusal, message: '' })),
  )
  await show(screenOf)
  await fillIn()
  /** Sends the form; the sentence is below this part of it, which was scrolled to. */
  const refusedAt = async (code: number, words: string, part: Element) => {
    refusal = code
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    expect(within(part.parentElement as HTMLElement).getByText(words)).toBe(await screen.findByRole('alert'))
    await waitFor(() => expect(scrolledTo.at(-1)).toBe(part))
  }
  await refusedAt(6105, 'Country not supported', screen.getByRole('button', { name: /^Country/ }))
  const number = screen.getByRole('textbox', { name: 'ID number' })
  await refusedAt(6110, 'Document already used', number)
  expect(number).toBeInvalid()
  await userEvent.type(number, '8')
  expect(screen.queryByRole('alert')).toBeNull()
  const [pictures] = screen.getAllByRole('list')
  await refusedAt(6111, 'Upload invalid', pictures as Element)
  await userEvent.click(screen.getByRole('button', { name: 'Remove image 1' }))
  expect(screen.queryByText('Upload invalid')).toBeNull()
})

test('a refusal of the whole form stays above its button', async () => {
  standing({})
  server.use(
    http.post('*/upload', () => new HttpResponse(null, { status: 204 })),
    call('kyc/edit', () => ({ error: 6109, message: '' })),
  )
  await show(screenOf)
  await fillIn()
  const submit = screen.getByRole('button', { name: 'Submit' })
  await userEvent.click(submit)
  const words = await screen.findByText('Cannot edit now')
  expect(words.nextElementSibling).toBe(submit)
})

test('an image that did not get through says so and is sent again to a new place; one is taken away', async () => {
  let failing = true
  standing({})
  server.use(http.post('*/upload', () => new HttpResponse(null, { status: failing ? 400 : 200 })))
  await show(screenOf)
  fireEvent.change(await screen.findByLabelText('Camera'), { target: { files: [image('a.jpg')] } })
  expect(await screen.findByText('Image 1: The picture was not accepted. Please try again.')).toBeVisible()
  expect(screen.getByText('0 of 6')).toBeVisible()
  // A file that no browser can draw is no broken picture.
  fireEvent.error(screen.getByAltText('Image 1'))
  expect(screen.queryByAltText('Image 1')).toBeNull()
  failing = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('img', { name: 'Uploaded' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Remove image 1' }))
  expect(screen.queryByRole('img', { name: 'Uploaded' })).toBeNull()
})

test('without an answer it says what to do', async () => {
  standing({})
  server.use(http.post('*/upload', () => HttpResponse.error()))
  await show(screenOf)
  fireEvent.change(await screen.findByLabelText('Camera'), { target: { files: [image('a.jpg')] } })
  expect(await screen.findByText(/^Image 1: The picture did not arrive. Check your connection/)).toBeVisible()
})

test('a refusal for a place is shown in the server\u2019s words', async () => {
  standing({})
  server.use(call('utils/upload_config', () => ({ error: -1005, message: '' })))
  await show(screenOf, { language: 'zh' })
  fireEvent.change(await screen.findByLabelText('选择图片'), { target: { files: [image('a.jpg')] } })
  expect(await screen.findByText(/操作太频繁/)).toBeVisible()
})

test.each([
  [415, /无法识别此图片/],
  [413, /图片过大/],
])('an image refused with %i says what is wrong and is replaced, not sent again', async (status, words) => {
  let refusing = true
  standing({})
  server.use(http.post('*/upload', () => new HttpResponse(null, { status: refusing ? status : 200 })))
  await show(screenOf, { language: 'zh' })
  fireEvent.change(await screen.findByLabelText('选择图片'), { target: { files: [image('a.jpg')] } })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  refusing = false
  await userEvent.upload(screen.getByLabelText('更换图片 1'), image('b.jpg'))
  expect(await screen.findByRole('img', { name: '已上传' })).toBeVisible()
  expect(screen.queryByText(words)).toBeNull()
})
