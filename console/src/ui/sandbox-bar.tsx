import {
  Alert,
  Badge,
  Button,
  Group,
  Loader,
  Menu,
  Modal,
  NumberInput,
  Select,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBolt, IconClock, IconShoppingCart } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Row } from '../api/list.ts';
import { problemOf } from '../api/problem.ts';
import { askSandbox, clockSteps, useSandboxTime } from '../api/sandbox.ts';
import { localTime, utcTime } from '../lib/format.ts';
import { labelOf, wordOf } from '../lib/words.ts';
import { type Noun, textAt } from '../nouns/noun.ts';
import { nounAt } from '../nouns/nouns.tsx';
import { faultyPartners, type SandboxAct, sandboxActsOn } from '../pages/sandbox-acts.ts';
import { sandboxBarTexts as texts } from '../texts/sandbox-bar.ts';
import { useItem } from './resource-page.tsx';
import { Fault } from './states.tsx';

/** Performs an action in the sandbox, confirms it, and reloads the data shown. */
const useSandbox = () => {
  const queries = useQueryClient();
  const [isWorking, setWorking] = useState(false);
  const run = async (done: string, work: () => Promise<unknown>): Promise<void> => {
    setWorking(true);
    try {
      await work();
      notifications.show({ message: done });
    } catch (error) {
      notifications.show({ color: 'red', title: texts.notDone, message: problemOf(error).message });
    } finally {
      setWorking(false);
      await queries.invalidateQueries({ queryKey: ['sandbox'] });
      await queries.invalidateQueries({ queryKey: ['org'], refetchType: 'active' });
    }
  };
  return { isWorking, run };
};

/** A disabled button that shows the reason. */
const Disabled = ({
  reason,
  icon,
  label,
  visibleFrom,
  children,
}: {
  reason: string;
  icon: ReactNode;
  label?: string;
  visibleFrom?: 'xs';
  children: ReactNode;
}) => (
  <Tooltip label={reason} multiline maw={280}>
    <Button
      variant="default"
      size="xs"
      leftSection={icon}
      visibleFrom={visibleFrom}
      aria-label={label}
      aria-disabled
      data-disabled
    >
      {children}
    </Button>
  </Tooltip>
);

/** The time, for people who cannot move it. */
const ReadOnlyClock = () => {
  const time = useSandboxTime();
  return (
    <Disabled
      reason={texts.clock.onlyLeaders}
      icon={<IconClock size={16} />}
      label={time === undefined ? texts.clock.timeOfSandbox : texts.clock.timeIs(localTime(time))}
    >
      {time === undefined ? texts.clock.title : localTime(time)}
    </Disabled>
  );
};

const Clock = () => {
  const time = useSandboxTime();
  const { isWorking, run } = useSandbox();
  return (
    <Menu position="top-start" width={260} withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={isWorking ? <Loader size={14} /> : <IconClock size={16} />}
          aria-label={time === undefined ? texts.clock.move : texts.clock.moveFrom(localTime(time))}
          aria-busy={isWorking}
        >
          <Text span inherit visibleFrom="xs">
            {time === undefined ? texts.clock.title : localTime(time)}
          </Text>
          <Text span inherit hiddenFrom="xs">
            {texts.clock.title}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{time === undefined ? texts.clock.timeOfSandbox : utcTime(time)}</Menu.Label>
        {clockSteps.map(({ step, title }) => (
          <Menu.Item
            key={step}
            disabled={isWorking}
            onClick={() =>
              void run(texts.clock.movedAhead(title), () => askSandbox('POST', '/clock', { advance: step }))
            }
          >
            {texts.clock.moveAhead(title)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Text size="xs" c="dimmed" px="sm" pb={6}>
          {texts.clock.whatHappens}
        </Text>
      </Menu.Dropdown>
    </Menu>
  );
};

/** A number that the buyer chooses for an act. */
const NumberForm = ({
  asks: { label, value },
  isWorking,
  onChosen,
}: {
  asks: NonNullable<SandboxAct['asks']>;
  isWorking: boolean;
  onChosen: (value: number) => void;
}) => {
  const [chosen, setChosen] = useState<number | string>(value);
  const choose = (event: FormEvent): void => {
    event.preventDefault();
    onChosen(Number(chosen));
  };
  return (
    <form onSubmit={choose}>
      <Stack>
        <NumberInput
          label={label}
          min={0}
          allowDecimal={false}
          value={chosen}
          required
          data-autofocus
          onChange={setChosen}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isWorking}>
            {texts.buyer.doIt}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const BuyerMenu = ({ acts }: { acts: readonly SandboxAct[] }) => {
  const { isWorking, run } = useSandbox();
  const [asked, setAsked] = useState<SandboxAct>();
  const isPossible = acts.length > 0;
  const act = ({ title, path, body = {}, follow }: SandboxAct, chosen: object = {}): Promise<void> =>
    run(texts.buyer.done(title), async () => {
      const answer = await askSandbox<Row>('POST', path, { ...body, ...chosen });
      await follow?.(answer);
    });
  const button = (
    <Button
      variant="default"
      size="xs"
      leftSection={isWorking ? <Loader size={14} /> : <IconShoppingCart size={16} />}
      aria-label={texts.buyer.act}
      aria-disabled={!isPossible}
      data-disabled={!isPossible || undefined}
      aria-busy={isWorking}
    >
      <Text span inherit visibleFrom="xs">
        {texts.buyer.act}
      </Text>
      <Text span inherit hiddenFrom="xs">
        {texts.buyer.title}
      </Text>
    </Button>
  );
  if (!isPossible)
    return (
      <Tooltip label={texts.buyer.whatToOpen} multiline maw={280}>
        {button}
      </Tooltip>
    );
  return (
    <>
      <Menu position="top-start" width={300} withinPortal>
        <Menu.Target>{button}</Menu.Target>
        <Menu.Dropdown mah={460} style={{ overflowY: 'auto' }}>
          {acts.map((one) => (
            <Menu.Item key={one.title} disabled={isWorking} onClick={() => (one.asks ? setAsked(one) : void act(one))}>
              {one.title}
              {one.text && (
                <Text size="xs" c="dimmed">
                  {one.text}
                </Text>
              )}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={asked?.title}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        {asked?.asks && (
          <NumberForm
            asks={asked.asks}
            isWorking={isWorking}
            onChosen={(value) => {
              setAsked(undefined);
              void act(asked, { [asked.asks?.name ?? '']: value });
            }}
          />
        )}
      </Modal>
    </>
  );
};

/** The plans that a buyer can change to are those of the product. */
const BuyerOfContract = ({ row, products }: { row: Row; products: Noun }) => {
  const { data } = useItem(products, textAt(row, 'productID'));
  return <BuyerMenu acts={sandboxActsOn('contracts', row, data?.row)} />;
};

const BuyerOfThing = ({ noun, id }: { noun: Noun; id: string }) => {
  const { data } = useItem(noun, id);
  const products = nounAt('products');
  if (noun.slug === 'contracts' && products && data && textAt(data.row, 'productID') !== '')
    return <BuyerOfContract row={data.row} products={products} />;
  return <BuyerMenu acts={data ? sandboxActsOn(noun.slug, data.row) : []} />;
};

const Buyer = () => {
  const { slug = '', id } = useParams({ strict: false });
  const noun = nounAt(slug);
  return noun && id !== undefined ? <BuyerOfThing noun={noun} id={id} /> : <BuyerMenu acts={[]} />;
};

type KnownFaults = { known: Record<string, string>; faults: { id: string; name: string; remaining: number | null }[] };

const FaultForm = () => {
  const { isWorking, run } = useSandbox();
  const [partner, setPartner] = useState<string>('aws');
  const [name, setName] = useState<string | null>(null);
  const [count, setCount] = useState<number>(1);
  const { data, error } = useQuery({
    queryKey: ['sandbox', 'faults', partner],
    queryFn: () => askSandbox<KnownFaults>('GET', `/${partner}/fault`),
  });
  const waiting = data?.faults.filter(({ remaining }) => remaining !== 0) ?? [];
  const known = data?.known ?? {};
  const inject = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== null) void run(texts.faults.injected, () => askSandbox('POST', `/${partner}/fault`, { name, count }));
  };
  return (
    <form onSubmit={inject}>
      <Stack>
        <Text size="sm" c="dimmed">
          {texts.faults.explanation}
        </Text>
        {error && <Fault error={error} />}
        {waiting.length > 0 && (
          <Alert color="orange" variant="light" title={texts.faults.waiting(waiting.length)}>
            <Stack gap="xs" align="flex-start">
              <Text size="sm">
                {waiting.map((one) => texts.faults.waitingFor(labelOf(one.name), one.remaining)).join(', ')}
              </Text>
              <Button
                size="xs"
                variant="default"
                loading={isWorking}
                onClick={() => void run(texts.faults.allGone, () => askSandbox('DELETE', `/${partner}/fault`))}
              >
                {texts.faults.removeAll}
              </Button>
            </Stack>
          </Alert>
        )}
        <Select
          label={texts.faults.partner}
          data={faultyPartners.map((code) => ({ value: code, label: wordOf(code.toUpperCase()) }))}
          value={partner}
          allowDeselect={false}
          onChange={(next) => {
            setPartner(next ?? 'aws');
            setName(null);
          }}
        />
        <Select
          label={texts.faults.fault}
          description={name === null ? undefined : known[name]}
          data={Object.keys(known).map((one) => ({ value: one, label: labelOf(one) }))}
          value={name}
          searchable
          required
          onChange={setName}
        />
        <NumberInput
          label={texts.faults.calls}
          min={1}
          max={100}
          value={count}
          onChange={(next) => setCount(Number(next) || 1)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isWorking} disabled={name === null}>
            {texts.faults.inject}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

const Faults = () => {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconBolt size={16} />} onClick={open}>
        {texts.faults.title}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.faults.injectOne}
        closeButtonProps={{ 'aria-label': texts.close }}
      >
        <FaultForm />
      </Modal>
    </>
  );
};

/** Controls for time, the buyer and the partners' faults, if the partners are simulated. Members who are not owners or administrators can only read the time. */
export const SandboxBar = ({ canUse }: { canUse: boolean }) => (
  <Group component="section" aria-label={texts.sandbox} h="100%" px="sm" gap="xs" wrap="nowrap">
    <Tooltip label={texts.allSimulated} multiline maw={280}>
      <Badge color="grape.8" variant="filled" radius="sm" tt="none" visibleFrom="sm">
        {texts.sandbox}
      </Badge>
    </Tooltip>
    {canUse ? (
      <>
        <Clock />
        <Buyer />
        <Faults />
      </>
    ) : (
      <>
        <ReadOnlyClock />
        <Disabled reason={texts.onlyLeaders} icon={<IconShoppingCart size={16} />} visibleFrom="xs">
          {texts.buyer.title}
        </Disabled>
        <Disabled reason={texts.onlyLeaders} icon={<IconBolt size={16} />} visibleFrom="xs">
          {texts.faults.title}
        </Disabled>
      </>
    )}
  </Group>
);
