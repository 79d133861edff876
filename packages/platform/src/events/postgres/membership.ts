import type { Session } from '../session.ts';

export type Partition = { readonly topic: string; readonly partition: number };

type Member = { readonly member_id: string; readonly topics: readonly string[] };

// The member itself is added by hand: a statement does not see its own insert.
const BEAT = `
  with beat as (
    insert into group_member (consumer_group, member_id, topics)
    values ($1, $2, $3)
    on conflict (consumer_group, member_id) do update set seen_at = clock_timestamp()
  ), buried as (
    delete from group_member
     where consumer_group = $1 and seen_at < now() - interval '1 minute'
  )
  select member_id, topics
    from group_member
   where consumer_group = $1 and member_id <> $2 and seen_at > now() - interval '4 seconds'`;

const LEAVE = 'delete from group_member where consumer_group = $1 and member_id = $2';

/** Tells the group to look again who is there and what is free. */
const GROUP_CHANGED = `select pg_notify('event_log_group', $1)`;

type Identity = {
  readonly group: string;
  readonly memberId: string;
  readonly topics: readonly string[];
};

/**
 * Who else is in the group. Every member works out the same shares from the same list, so nobody
 * has to negotiate. A list that is out of date only delays: the locks decide.
 */
export function openMembership(session: Session, { group, memberId, topics }: Identity) {
  return {
    async beat(): Promise<readonly Member[]> {
      const { rows } = await session.query<Member>(BEAT, [group, memberId, topics]);
      return [...rows, { member_id: memberId, topics }];
    },
    async announce(): Promise<void> {
      await session.query(GROUP_CHANGED, [group]);
    },
    async leave(): Promise<void> {
      await session.query(LEAVE, [group, memberId]);
    },
  };
}

/** Deals the partitions out in turn, among the members that read their topic. */
export function shareOf(
  memberId: string,
  members: readonly Member[],
  partitions: readonly Partition[],
): Partition[] {
  return partitions.filter(({ topic }, index) => {
    const readers = members
      .filter((member) => member.topics.includes(topic))
      .map((member) => member.member_id)
      .sort();
    return readers[index % readers.length] === memberId;
  });
}
