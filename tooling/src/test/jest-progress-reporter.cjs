// One line a test file, and the whole of a failure: what a log without a terminal can show while a long run goes on.
module.exports = class JestProgressReporter {
  #done = 0;
  #total = 0;
  onRunStart(results) {
    this.#total = results.numTotalTestSuites;
  }
  onTestResult(test, result) {
    this.#done += 1;
    const bad = result.numFailingTests + (result.testExecError ? 1 : 0);
    const name = test.path.replace(`${process.cwd()}/`, '');
    process.stdout.write(`${this.#done}/${this.#total} ${bad > 0 ? 'FAIL' : 'pass'} ${name}\n`);
    if (bad > 0 && result.failureMessage) process.stdout.write(`${result.failureMessage}\n`);
  }
};
