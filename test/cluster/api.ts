import { requiredAddress } from '@entrada/platform/testing/environment';
import { readerOf } from './tools/api-proxy.ts';

/** From the API server of the cluster. */
export const read = readerOf(requiredAddress('CLUSTER_API_SOCKET'));
