import type { PartnerDocuments } from './notation.ts';

/** Products of AWS Marketplace, in the words of the Catalog API. */
export const awsProductDocuments = {
  AwsProduct: {
    about:
      'A product of AWS Marketplace, in the words of the Catalog API. To create or change a SaaS product its Description, SupportInformation and PromotionalResources are read.',
    members: {
      Description: ['AwsProductDescription', 'The listing.'],
      Dimensions: ['AwsProductDimension[]', 'What the price of the product is based on.'],
      PromotionalResources: ['AwsProductPromotionalResources', 'Logo, videos and links.'],
      Repositories: ['AwsProductRepository[]', 'Container registries of the product.'],
      SignatureVerificationKeys: [
        'AwsProductSignatureVerificationKey[]',
        'Public keys by which licence tokens are verified.',
      ],
      SupportInformation: ['AwsProductSupportInformation', 'How buyers get support.'],
      Versions: ['AwsProductVersion[]', 'The versions of the product.'],
      dataFeedProductId: ['text', "The product's id in the seller's data feeds."],
      productId: ['text', 'The entity ID of the product, prod-….'],
    },
  },
  AwsProductAdditionalResource: {
    about: 'A link to more about the product.',
    members: {
      Text: ['text', 'The text of the link.'],
      Type: ['text', 'The kind of resource: Link.'],
      Url: ['text', 'Where the link leads, an https address.'],
    },
  },
  AwsProductDeliveryOption: {
    about: 'A way in which buyers get the product.',
    members: {
      AmiAlias: ['text', 'The alias of the Amazon machine image.'],
      FulfillmentUrl: ['text', 'The URL to which buyers are sent after their purchase.'],
      Id: ['text', 'The ID assigned by AWS.'],
      Recommendations: ['object', 'The configuration in which AWS recommends running it.'],
      ShortDescription: ['text', 'The option in a sentence.'],
      SourceId: ['text', 'What is delivered: the ID of an image or a chart.'],
      Title: ['text', 'The name of the option.'],
      Type: ['text', 'The kind of delivery.'],
      Visibility: ['text', 'Who sees the option.'],
    },
  },
  AwsProductDescription: {
    about: 'The listing of a product.',
    members: {
      AssociatedProducts: ['object', 'Related products shown with it.'],
      Categories: ['text[]', 'Categories of AWS Marketplace, up to three.'],
      EuW8Submitted: ['boolean', "Whether the seller's tax form for the EU was handed in."],
      Highlights: ['text[]', 'Up to three points for buyers.'],
      LongDescription: ['text', 'The whole description for buyers.'],
      Manufacturer: ['text', 'Who makes the product.'],
      ProductCode: ['text', 'The product code that AWS gave the product.'],
      ProductTitle: ['text', 'The title of the listing.'],
      Registered: ['boolean', 'Whether the seller is registered for paid products.'],
      SearchKeywords: ['text[]', 'Words by which the product is found.'],
      ShortDescription: ['text', 'The product in a sentence or two.'],
      Sku: ['text', "The seller's own number of the product."],
      UsW9Submitted: ['boolean', "Whether the seller's US tax form was handed in."],
      Visibility: [['Limited', 'Public', 'Restricted', 'Unavailable', 'Draft'], 'Who sees the product at AWS.'],
    },
  },
  AwsProductDimension: {
    about: 'What the price of a product is based on.',
    members: {
      Description: ['text', 'A description of the dimension for buyers.'],
      Key: ['text', 'The key of the dimension; it never changes.'],
      Length: ['integer', 'For how many TimeUnits the rate is.'],
      Name: ['text', 'The name of the dimension as buyers see it.'],
      Rate: ['number', "The price of one unit, a decimal in the product's currency."],
      TimeUnit: [['DAY', 'MONTH', 'YEAR'], 'The unit of Length.'],
      Types: ['text[]', 'How the dimension is used: Entitled, Metered, ExternallyMetered.'],
      Unit: ['text', "The unit in which the dimension is counted, one of AWS's list."],
    },
  },
  AwsProductPromotionalResources: {
    about: 'Logo, videos and links of the listing.',
    members: {
      AdditionalResources: ['AwsProductAdditionalResource[]', 'Links to more about the product.'],
      LogoUrl: ['text', 'Where the logo is read, an https address.'],
      Videos: ['AwsProductVideo[]', 'Videos of the listing.'],
    },
  },
  AwsProductRepository: {
    about: 'A container registry of the product.',
    members: {
      Type: ['text', 'The kind of registry.'],
      Url: ['text', 'The address of the registry.'],
    },
  },
  AwsProductSignatureVerificationKey: {
    about: 'A public key by which licence tokens are verified.',
    members: {
      PublicKey: ['text', 'The public key.'],
      PublicKeyVersion: ['integer', 'Which version of the key it is.'],
      Status: ['text', 'Whether the key is in use.'],
    },
  },
  AwsProductSupportInformation: {
    about: 'How buyers get support.',
    members: {
      Description: ['text', 'How buyers get support, as text.'],
    },
  },
  AwsProductVersion: {
    about: 'A version of the product.',
    members: {
      CreationDate: ['date-time', 'When the version was created.'],
      DeliveryOptions: ['AwsProductDeliveryOption[]', 'The ways in which buyers get it.'],
      Id: ['text', 'The ID assigned by AWS.'],
      ReleaseNotes: ['text', 'What is new.'],
      VersionTitle: ['text', 'The name of the version.'],
    },
  },
  AwsProductVideo: {
    about: 'A video of the listing.',
    members: {
      Title: ['text', 'The title of the video.'],
      Type: ['text', 'The kind of video: Link.'],
      Url: ['text', 'Where the video is seen, an https address.'],
    },
  },
  AwsSnsSubscription: {
    about: 'A subscription to an SNS topic of the product.',
    members: {
      Endpoint: ['text', 'Where the messages are delivered.'],
      Protocol: ['text', 'How they are delivered, such as https or sqs.'],
      Status: [['UNKNOWN', 'CONFIRMED', 'PENDING_CONFIRMATION'], 'Whether the subscription was confirmed.'],
      SubscriptionArn: ['text', 'The Amazon resource name of the subscription.'],
      TopicArn: ['text', 'The Amazon resource name of the topic.'],
    },
  },
} as const satisfies PartnerDocuments;
