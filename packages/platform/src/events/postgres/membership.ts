import type { Session } from '../../db/session.ts';

export type Partition = { readonly topic: string; readonly partition: number };

type Member = { readonly member_id: string; readonly topics: readonly string[] };

// A statement does not see its own insert, so the caller adds the member itself.
const BEAT = `
  with beat as (
    insert into group_member (consumer_group, member_id, topics)
    values ($1, $2, $3)
    on conflict (consumer_group, member_id) do update set seen_at = clock_timestamp()
  )
  select member_id, topics
    from group_member
   where consumer_group = $1 and member_id <> $2 and seen_at > now() - interval '4 seconds'`;

// Its row is removed with the old ones: see OLD_MEMBERS.
const LEAVE = `
  update group_member set seen_at = '-infinity' where consumer_group = $1 and member_id = $2`;

/** Notifies the group, so that each member checks the members and free partitions again. */
const GROUP_CHANGED = `select pg_notify('event_log_group', $1)`;

type Identity = {
  readonly group: string;
  readonly memberId: string;
  readonly topics: readonly string[];
};

/**
 * The members of the group. Every member computes the same shares from the same list, without
 * negotiation. An outdated list only causes delay: the locks decide.
 */
export function openMembership(session: Session, { group, memberId, topics }: Identity) {
  return {
    async beat(): Promise<readonly Member[]> {
      const { rows } = await session.query<Member>(BEAT, [group, memberId, topics]);
      return [...rows, { member_id: memberId, topics }];
    },
    async notify(): Promise<void> {
      await session.query(GROUP_CHANGED, [group]);
    },
    async leave(): Promise<void> {
      await session.query(LEAVE, [group, memberId]);
    },
  };
}

/** Assigns the partitions round-robin to the members that read their topic. */
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
