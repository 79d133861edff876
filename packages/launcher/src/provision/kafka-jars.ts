import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, fillOnce } from './cache-folder.ts';
import { fetching, JAVA, MAVEN, requireTools, type Say, type Tool } from './tools.ts';

export const KAFKA_VERSION = '4.1.0';
const KAFKA_ARTIFACT = 'kafka_2.13';
/** Kafka's jars leave the choice of a logger open; without one the broker would say nothing at all. */
const LOGGER_VERSION = '2.24.3';
const DOWNLOAD_WAIT_MAX_MS = 600_000;

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>entrada</groupId><artifactId>kafka-jars</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId><artifactId>${KAFKA_ARTIFACT}</artifactId><version>${KAFKA_VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.apache.logging.log4j</groupId><artifactId>log4j-slf4j-impl</artifactId><version>${LOGGER_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

function cachedKafkaJars(): string {
  return cacheFolder(`kafka-${KAFKA_VERSION}`);
}

/** What running Kafka needs on the path: Maven only until the jars are here. */
export function kafkaTools(): Tool[] {
  return existsSync(cachedKafkaJars()) ? [JAVA] : [JAVA, MAVEN];
}

/** The folder of Kafka's jars, fetched once. */
export async function kafkaJars(say: Say): Promise<string> {
  const folder = cachedKafkaJars();
  await fillOnce(folder, async (unfinished) => {
    requireTools([MAVEN], 'Fetching Apache Kafka');
    say(`Fetching Apache Kafka ${KAFKA_VERSION} with Maven into ${folder} (once, a minute)...`);
    await download(unfinished);
  });
  return folder;
}

async function download(jars: string): Promise<void> {
  const pom = join(jars, 'pom.xml');
  writeFileSync(pom, POM);
  const args = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`];
  await fetching('Maven could not fetch Apache Kafka', MAVEN.command, args, {
    timeout: DOWNLOAD_WAIT_MAX_MS,
  });
  if (!existsSync(join(jars, `${KAFKA_ARTIFACT}-${KAFKA_VERSION}.jar`))) {
    throw new Error(`Maven ended well, but Kafka's jar is not in ${jars}.`);
  }
}
