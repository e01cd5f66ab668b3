import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

const numberIn = (text: string | number): number | undefined =>
  text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);

/** An input for a number. Incomplete input such as `0.` is kept until it is a number. */
export const NumberField = ({
  value,
  onChange,
  ...more
}: Omit<NumberInputProps, 'value' | 'onChange'> & {
  value: number | undefined;
  onChange: (value: number | undefined) => void;
}) => {
  const [typed, setTyped] = useState<string | number>(value ?? '');
  const shown = numberIn(typed) === value ? typed : (value ?? '');
  return (
    <NumberInput
      {...more}
      hideControls
      thousandSeparator=" "
      value={shown}
      onChange={(next) => {
        setTyped(next);
        onChange(numberIn(next));
      }}
    />
  );
};
