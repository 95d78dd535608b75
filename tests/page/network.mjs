// Counts what a page and its workers fetch.

// Returns {bytes, requests}, two counts that grow while the page loads. `conditions` are the parameters of Chromium's
// Network.emulateNetworkConditions, which slows the network down.
export async function count_network(page, conditions = null) {
  const session = await page.context().newCDPSession(page);
  const counted = {bytes: 0, requests: 0};
  const finished = ({encodedDataLength}) => { counted.bytes += encodedDataLength; ++counted.requests; };
  const set_up = [['Network.enable', {}], ...(conditions ? [['Network.emulateNetworkConditions', conditions]] : [])];
  session.on('Network.loadingFinished', finished);
  for (const [method, params] of set_up) await session.send(method, params);
  // The page's network settings do not apply to the page's workers, so each worker gets the same settings.
  session.on('Target.attachedToTarget', async ({sessionId}) => {
    let id = 0;
    for (const [method, params] of [...set_up, ['Runtime.runIfWaitingForDebugger', {}]])
      await session.send('Target.sendMessageToTarget', {sessionId, message: JSON.stringify({id: ++id, method, params})});
  });
  session.on('Target.receivedMessageFromTarget', ({message}) => {
    const {method, params} = JSON.parse(message);
    if (method === 'Network.loadingFinished') finished(params);
  });
  await session.send('Target.setAutoAttach', {autoAttach: true, waitForDebuggerOnStart: true, flatten: false});
  return counted;
}
