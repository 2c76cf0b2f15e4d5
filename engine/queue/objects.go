package queue

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// objects stores the results that are too large for a message. Each object has a name of its own, so that the second
// result of a span does not replace the first.
type objects struct {
	jetstream.ObjectStore
	name string
	// stream has the parts of each object, and a message about the object. If parts have no such message, their worker
	// is still storing the result, or has died.
	stream jetstream.Stream
}

// openObjects creates the store if it is missing.
func openObjects(
	ctx context.Context, js jetstream.JetStream, name string, bytes int64, replicas int,
) (objects, error) {
	store, err := js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
		Bucket: name, MaxBytes: bytes, Replicas: replicas, TTL: keptFor,
	})
	if err != nil {
		return objects{}, err
	}
	return withStream(ctx, js, store, name)
}

// findObjects returns the store that a coordinator has created.
func findObjects(ctx context.Context, js jetstream.JetStream, name string) (objects, error) {
	store, err := js.ObjectStore(ctx, name)
	if err != nil {
		return objects{}, err
	}
	return withStream(ctx, js, store, name)
}

func withStream(
	ctx context.Context, js jetstream.JetStream, store jetstream.ObjectStore, name string,
) (objects, error) {
	stream, err := js.Stream(ctx, "OBJ_"+name)
	return objects{store, name, stream}, err
}

const (
	// mostPart is how many bytes a part of an object has at most.
	mostPart = 128 << 10
	// transferWithin is how long an object may take to be stored or fetched.
	transferWithin = time.Minute
)

// put stores an object in parts of at most the given number of bytes. If that fails, nothing of it stays.
func (o objects) put(ctx context.Context, name string, data []byte, part int) error {
	transfer, cancel := context.WithTimeout(ctx, transferWithin)
	defer cancel()
	about := jetstream.ObjectMeta{Name: name, Opts: &jetstream.ObjectMetaOptions{ChunkSize: uint32(part)}}
	_, err := o.Put(transfer, about, bytes.NewReader(data))
	if err != nil { // the message about it may be there, although the store had no room for all of its parts
		asked, cancel := context.WithTimeout(context.WithoutCancel(ctx), answersWithin)
		defer cancel()
		_ = o.remove(asked, name) // what stays is removed when the store has no room
	}
	return err
}

// errObject is the error that an object is not in the store, or not all of it.
var errObject = errors.New("an object is lost")

// get returns an object.
func (o objects) get(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, transferWithin)
	defer cancel()
	about, err := o.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, errObject
	}
	if err != nil {
		return nil, err
	}
	parts := o.parts(about)
	has, err := o.stream.Info(ctx, jetstream.WithSubjectFilter(parts))
	if err != nil {
		return nil, err
	}
	if has.State.Subjects[parts] != uint64(about.Chunks) {
		return nil, errObject // GetBytes would wait for them
	}
	data, err := o.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
		err = errObject
	}
	return data, err
}

// parts returns the subject of an object's parts.
func (o objects) parts(about *jetstream.ObjectInfo) string {
	return "$O." + o.name + ".C." + about.NUID
}

// remove takes an object out of the store. ObjectStore.Delete would store a message to do so, which a full store
// refuses.
func (o objects) remove(ctx context.Context, name string) error {
	about, err := o.GetInfo(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	key := base64.URLEncoding.EncodeToString([]byte(name))
	return errors.Join(
		o.stream.Purge(ctx, jetstream.WithPurgeSubject(o.parts(about))),
		o.stream.Purge(ctx, jetstream.WithPurgeSubject("$O."+o.name+".M."+key)),
	)
}

// clear takes everything out of the store.
func (o objects) clear(ctx context.Context) error { return o.stream.Purge(ctx) }
