import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../testing/render.tsx'
import { AmountField } from './AmountField.tsx'

/** A form with one amount; says what the form knows. */
function Form({ places = 6 }: { places?: number }) {
  const [value, setValue] = useState('')
  return (
    <>
      <AmountField
        label="Amount"
        asset="usdt"
        places={places}
        value={value}
        onChange={setValue}
        max="3.204599"
        hint="At least 1"
      />
      <button type="button" onClick={() => setValue('5')}>
        Five
      </button>
      <output>{value}</output>
    </>
  )
}

const field = () => screen.findByLabelText('Amount')
const known = () => screen.getByRole('status').textContent

test('a thousand with its comma is a thousand, and no fault while it is typed', async () => {
  await show(<Form />)
  await userEvent.type(await field(), '1,00')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(known()).toBe('')
  await userEvent.type(await field(), '0')
  expect(known()).toBe('1000')
  expect(await field()).toHaveValue('1,000')
})

test('what is no amount stays to be corrected, with the reason, and counts as nothing', async () => {
  await show(<Form />)
  await userEvent.type(await field(), '1e3')
  expect(screen.getByRole('alert')).toHaveTextContent('Use digits only, for example 1,000.50')
  expect(await field()).toBeInvalid()
  expect(known()).toBe('')
  await userEvent.clear(await field())
  expect(screen.getByText('At least 1')).toBeVisible()
})

test('a decimal comma is refused when the field is left, and who comes back has a key for the point', async () => {
  await show(<Form />)
  await userEvent.type(await field(), '12,5')
  expect(await field()).toHaveAttribute('inputmode', 'decimal')
  await userEvent.tab()
  expect(await field()).toHaveAttribute('inputmode', 'text')
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Use a point for decimals: 12.5. Commas only group thousands: 1,000',
  )
  expect(known()).toBe('')
  await userEvent.click(await field())
  expect(await field()).toHaveAttribute('inputmode', 'text')
  await userEvent.clear(await field())
  await userEvent.type(await field(), '12.5')
  expect(known()).toBe('12.5')
  await userEvent.tab()
  expect(await field()).toHaveAttribute('inputmode', 'decimal')
})

test.each(['Five', 'Max'])('%s takes a decimal comma away, and the digits are back', async (name) => {
  await show(<Form />)
  await userEvent.type(await field(), '12,5')
  await userEvent.click(screen.getByRole('button', { name }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(await field()).toHaveAttribute('inputmode', 'decimal')
})

test('a choice beside the field replaces the text, and Max gives what there is', async () => {
  await show(<Form places={2} />)
  await userEvent.type(await field(), '-5')
  await userEvent.click(screen.getByRole('button', { name: 'Five' }))
  expect(await field()).toHaveValue('5')
  await userEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(known()).toBe('3.20')
})
